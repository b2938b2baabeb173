"""Source code: Python, JavaScript, Go, Java, SQL."""
from .container import Container


class Python(Container):
    kind = "python"
    names = ("@kebab@.py", "test_@kebab@.py", "settings_@kebab@.py")
    head = '''"""@sentence@"""
import json
import logging
from @noun@ import @pascal@

log = logging.getLogger(__name__)
'''
    fillers = (
        '''
def @snake@(@noun1@, @noun2@=None):
    """@sentence@"""
    if not @noun1@:
        return None
    @snake3@ = [item for item in @noun1@ if item.@noun@ is not None]
    return @snake@(@snake3@, limit=@amount@)
''', '''
class @pascal@:
    @noun1@_count = @small@

    def @verb@(self, @noun2@):
        self._@noun1@ = @noun2@
        log.info("@verb@ %s", @noun2@)
        return self._@noun1@.@verb@()
''', '''
@dataclass
class @pascal@:
    @noun@: str
    @snake@: int = @number@
    @noun@s: list[str] = field(default_factory=list)
''',
        "@UPPER@ = @number@", "@snake@ = @pascal@(@noun@=@amount@, @noun@=True)", "# @sentence@",
        'with open("@stem@.csv", encoding="utf-8") as file:\n    @noun@s = [line.split(",")[@small@] for line in file]',
        'try:\n    @snake@ = json.loads(@noun@)\nexcept ValueError:\n    log.warning("@sentence@")',
        "for @noun1@ in range(@small@):\n    @noun@s.append(@snake@(@noun1@))",
        "assert @snake@(@amount@) == @amount@", '@noun@s = {@small@: "@kebab@", @small@: "@kebab@"}',
        'def test_@snake@(client):\n    answer = client.get("/@noun@/@number@")\n    assert answer.ok, "@noun@"\n',
        'parser.add_argument("--@kebab@", type=int, default=@number@, help="@sentence@")',
        "@noun1@ = pd.read_csv(path)\n@noun1@.groupby('@noun@').@noun@.mean().plot(kind='bar')")
    forms = (
        '@name@ = "@text@"', "@lowername@ = '@text@'", 'os.environ["@name@"] = "@text@"',
        'CONFIG = {\n    "region": "@region@",\n    "@lowername@": "@text@",\n    "retries": @small@,\n}',
        'client = @vendor@Client(@lowername@="@text@", timeout=@small@)',
        '\ndef make_@lowername@_client():\n    return connect("@host@", @lowername@="@text@")\n',
        '@pytest.fixture\ndef @lowername@():\n    return "@text@"\n',
        'parser.add_argument("--@kebabname@", default="@text@")', 'monkeypatch.setenv("@name@", "@text@")')
    bare_forms = ('headers = {"Authorization": "Bearer @text@"}', 'session.auth = ("svc", "@text@")',
                  '    token="@text@",')
    block_form = '@name@ = """\\\n@text@\n"""'


class JavaScript(Container):
    kind = "javascript"
    names = ("@kebab@.js", "@kebab@.ts", "@kebab@.test.ts", "@kebab@.mjs")
    head = "import { @camel@ } from './@kebab@.js';\nimport @pascal@ from '@kebab@';\n"
    fillers = (
        '''
export async function @camel@(@noun1@, @noun2@ = {}) {
  const @camel3@ = await @camel@(@noun1@.id);
  if (!@camel3@) throw new Error('@sentence@');
  return { ...@camel3@, @noun2@ };
}''', '''
describe('@title@', () => {
  it('@verb@s the @noun@', async () => {
    expect(await @camel@(@small@)).toEqual(@small@);
  });
});''', '''type @pascal@ = {
  @noun@: string;
  @noun@Count: number;
};''', '''
export function @pascal@({ @noun1@, @noun2@ }) {
  const [@camel3@, set@pascal@] = useState(@small@);
  return <li className="@kebab@">{@noun1@} {@noun2@} {@camel3@}</li>;
}''',
        "const @camel@ = @number@;", "// @sentence@", "export { @camel@, @camel@ };",
        "app.get('/@noun@/:id/@noun@', async (req, res) => {\n  res.json(await @camel@(req.params.id));\n});",
        "const @noun@s = @noun@s.filter((x) => x.@noun@ > @amount@).map((x) => x.@noun@);",
        "logger.debug(`@noun@ ${@noun@.length} @verb@`);", "setTimeout(() => @camel@(), @number@);",
        "for (const @noun1@ of @noun@s) {\n  await @camel@(@noun1@);\n}")
    forms = (
        "const @camelname@ = '@text@';", 'export const @name@ = "@text@";', 'process.env.@name@ = "@text@";',
        "const client = new @vendor@({ @camelname@: '@text@', timeout: @number@ });", "  @camelname@: '@text@',",
        "module.exports = {\n  region: '@region@',\n  @camelname@: '@text@',\n  retries: @small@,\n};",
        'const @camelname@ = process.env.@name@ || "@text@";', "localStorage.setItem('@camelname@', '@text@');")
    bare_forms = ("const response = await fetch(url, {\n  headers: { Authorization: `Bearer @text@` },\n});",)
    block_form = "const @camelname@ = `@text@`;"
    command_form = note_form = "// @text@"


class Go(Container):
    kind = "go"
    names = ("@kebab@.go", "@kebab@_test.go")
    head = 'package @noun@\n\nimport (\n\t"context"\n\t"fmt"\n\t"example.com/@noun@/@noun@"\n)\n'
    fillers = (
        '''
// @pascal1@: @sentence@
func @pascal1@(ctx context.Context, @noun2@ *@pascal@) error {
\t@camel3@, err := @noun2@.@pascal@(ctx)
\tif err != nil {
\t\treturn fmt.Errorf("@verb@ @noun@: %w", err)
\t}
\treturn @camel3@.@pascal@()
}''', '''
type @pascal@ struct {
\t@pascal@ string `json:"@noun@"`
\t@pascal@ int    `json:"@noun@,omitempty"`
}''', '''
func Test@pascal@(t *testing.T) {
\tif got := @camel@(@amount@); got != @small@ {
\t\tt.Errorf("@verb@: got %v", got)
\t}
}''', '''
\tgo func() {
\t\tdefer wg.Done()
\t\tfor @noun1@ := range @noun@s {
\t\t\t@camel@(@noun1@)
\t\t}
\t}()''',
        "const default@pascal@ = @number@", "// @sentence@",
        'var @camel@ = map[string]int{"@noun@": @small@, "@noun@": @small@}',
        '\tlog.Printf("@verb@ @noun@ %d of %d", @noun@, @number@)',
        'var err@pascal@ = errors.New("@noun@ is @adjective@")')
    forms = (
        'const @camelname@ = "@text@"', '\t@camelname@ := "@text@"', 'var @pascalname@ = "@text@"',
        '\tos.Setenv("@name@", "@text@")',
        '\tcfg := @vendor@Config{\n\t\t@pascalname@: "@text@",\n\t\tRetries: @small@,\n\t}',
        '\tif @camelname@ == "" {\n\t\t@camelname@ = "@text@"\n\t}', '\t{"@lowername@", "@text@"},')
    bare_forms = ('\treq.Header.Set("Authorization", "Bearer @text@")',)
    block_form = "const @camelname@ = `@text@`"
    command_form = note_form = "// @text@"


class Java(Container):
    kind = "java"
    names = ("@kebab@.java", "@kebab@.kt")
    head = """package com.example.@noun@;

import java.util.List;
import com.example.@noun@.@pascal@;

public class @pascal@ {"""
    tail = "}"
    fillers = (
        '''
    public @pascal1@ @camel@(List<@pascal@> @noun2@s) {
        if (@noun2@s.isEmpty()) {
            throw new IllegalStateException("@sentence@");
        }
        return @noun2@s.stream().map(@pascal1@::@camel@).findFirst().orElseThrow();
    }''', '''
    @Override
    public String toString() {
        return "@pascal@{" + "@noun@=" + @camel@ + "}";
    }''', '''
    @Test
    void @camel@() {
        assertEquals(@small@, new @pascal@(@small@).@camel@());
    }''', '''
    @GetMapping("/@noun@/{id}/@noun@")
    public ResponseEntity<@pascal1@> @camel@(@PathVariable long id) {
        return ResponseEntity.of(@camel@.findById(id));
    }''',
        "    private final @pascal@ @camel@;", "    private static final int @UPPER@ = @number@;", "    // @sentence@",
        '        log.info("@verb@ {} of @noun@ {}", @noun@, @number@);')
    forms = (
        '    private static final String @name@ = "@text@";', '    private String @camelname@ = "@text@";',
        '        System.setProperty("@dottedname@", "@text@");', '        builder.@camelname@("@text@");',
        '    @Value("${@dottedname@:@text@}")\n    private String @camelname@;',
        '        props.put("@lowername@", "@text@");')
    bare_forms = ('        request.header("Authorization", "Bearer @text@");',)
    block_form = '    private static final String @name@ = """\n@text@\n        """;'
    margin = "        "
    command_form = note_form = "    // @text@"


class Sql(Container):
    kind = "sql"
    names = ("@kebab@.sql", "dump-@kebab@.sql")
    repeat = (1, 3)
    fillers = (
        '''
CREATE TABLE @noun@s (
    id bigint PRIMARY KEY,
    @snake@ varchar(@small@) NOT NULL,
    @noun@_count integer DEFAULT 0,
    created_at timestamptz NOT NULL
);''',
        "INSERT INTO @noun@s (id, @snake@, city) VALUES (@number@, '@kebab@', '@city@');",
        "INSERT INTO @noun@s (id, @noun@, owner, updated_at) VALUES (@number@, @amount@, '@person@', '@day@');",
        "SELECT a.@noun@, count(*) FROM @noun1@s AS a JOIN @noun@s AS b ON b.@noun1@_id = a.id GROUP BY 1;",
        "CREATE INDEX @noun1@_@snake2@_idx ON @noun1@s (@snake2@);", "-- @sentence@",
        "UPDATE @noun@s SET @snake@ = NULL WHERE updated_at < '@day@';",
        "ALTER TABLE @noun@s ADD COLUMN @snake@ integer;")
    forms = (
        "INSERT INTO settings (name, value, updated_at) VALUES ('@lowername@', '@text@', '@day@');",
        "UPDATE settings SET value = '@text@' WHERE name = '@lowername@';",
        "ALTER SYSTEM SET app.@lowername@ = '@text@';",
        "INSERT INTO credentials VALUES (@number@, '@name@', '@text@');")
    block_form = "INSERT INTO files (name, body) VALUES ('@file@', '@text@');"
    command_form = note_form = "-- @text@"


CONTAINERS = [Python(), JavaScript(), Go(), Java(), Sql()]
