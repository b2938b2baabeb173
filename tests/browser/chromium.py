"""Headless Chromium through its WebDriver, with nothing but Python's library: load a page, ask it, read what it did."""
import http.client
import json
import shutil
import socket
import subprocess
import time


class Missing(Exception):
    """The browser or its driver is not installed."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Chromium:
    """One browser. `with Chromium() as browser: browser.load(url)`."""

    def __init__(self, width: int = 1000, height: int = 800, proxy_port: int | None = None):
        self.driver_path = shutil.which("chromedriver")
        self.browser_path = shutil.which("chromium")
        if not self.driver_path or not self.browser_path:
            raise Missing("chromium and chromium-driver are needed: apt-get install chromium chromium-driver")
        self.arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
                          "--disable-background-networking", "--disable-component-update", "--force-device-scale-factor=1",
                          "--hide-scrollbars", f"--window-size={width},{height}"]
        if proxy_port:
            # Whatever a page asks for arrives at the test's own server; only the server's own address goes straight there.
            self.arguments += [f"--proxy-server=127.0.0.1:{proxy_port}", "--proxy-bypass-list=127.0.0.1"]

    def __enter__(self):
        self.port = free_port()
        self.driver = subprocess.Popen([self.driver_path, f"--port={self.port}", "--silent"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        try:
            self._start()
        except BaseException:
            self.driver.kill()
            raise
        return self

    def _start(self):
        deadline = time.monotonic() + 60
        while True:
            try:
                if self._ask("GET", "/status")["ready"]:
                    break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        capabilities = {"alwaysMatch": {
            "browserName": "chrome", "unhandledPromptBehavior": "dismiss", "pageLoadStrategy": "normal",
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"}, "timeouts": {"pageLoad": 20000, "script": 20000},
            "goog:chromeOptions": {"binary": self.browser_path, "args": self.arguments},
        }}
        session = self._ask("POST", "/session", {"capabilities": capabilities})
        self.session = "/session/" + session["sessionId"]
        self.version = session["capabilities"]["browserVersion"]

    def __exit__(self, *_):
        try:
            self._ask("DELETE", self.session)
        except Exception:  # the browser may be gone already
            pass
        self.driver.terminate()
        self.driver.wait()

    def _ask(self, method: str, path: str, body: dict | None = None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        text = json.dumps(body if body is not None else {}) if method == "POST" else None
        connection.request(method, path, text, {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
        value = answer["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{value['error']}: {value['message'].splitlines()[0]}")
        return value

    def load(self, url: str):
        """Opens a page. A dialog that it opens stays in the events."""
        try:
            self._ask("POST", self.session + "/url", {"url": url})
        except RuntimeError as error:
            if "alert" not in str(error):
                raise

    def run(self, script: str, *arguments):
        """The value that a script returns; a content policy of the page does not hold for it."""
        try:
            return self._ask("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})
        except RuntimeError as error:
            if "alert" not in str(error):
                raise
            return self._ask("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def events(self) -> list[dict]:
        """What happened since the last call: the browser's own record of requests, dialogs, messages."""
        entries = self._ask("POST", self.session + "/se/log", {"type": "performance"})
        return [json.loads(entry["message"])["message"] for entry in entries]

    def messages(self) -> list[str]:
        """What the browser's console says since the last call; refusals of a content policy are among it."""
        return [entry["message"] for entry in self._ask("POST", self.session + "/se/log", {"type": "browser"})]

    def screenshot(self) -> bytes:
        import base64
        return base64.b64decode(self._ask("GET", self.session + "/screenshot"))
