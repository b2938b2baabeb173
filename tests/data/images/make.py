#!/usr/bin/env python3
"""Makes the small images of this folder: make.py FOLDER. Needs Pillow, and cjpeg, jpegtran and cwebp on the path.

They are committed, since other versions of the encoders write other bytes; this script says what each of them is."""
import io
import pathlib
import struct
import subprocess
import sys

from PIL import Image, ImageCms

out = pathlib.Path(sys.argv[1])


def picture(mode="RGB", size=(40, 24)):
    width, height = size
    image = Image.new("RGBA", size)
    image.putdata([((x * 6) % 256, (y * 10) % 256, (x * y) % 256, 255 - (x * 3) % 128)
                   for y in range(height) for x in range(width)])
    return image.convert(mode)


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    data[0x010F] = "Camera maker"
    data[0x9003] = "2026:01:02 03:04:05"
    return data.tobytes()


def tool(name, data, *arguments):
    done = subprocess.run([name, *arguments], input=data, stdout=subprocess.PIPE, check=True)
    return done.stdout


def ppm(mode="RGB", size=(40, 24)):
    buffer = io.BytesIO()
    picture(mode, size).save(buffer, "PPM")
    return buffer.getvalue()


def save(name, image, kind, **options):
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    (out / name).write_bytes(buffer.getvalue())
    return buffer.getvalue()


profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
xmp = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>who made it</x:xmpmeta>"

# JPEG
plain = save("plain.jpg", picture(), "JPEG", quality=80)
save("gray.jpg", picture("L"), "JPEG", quality=60)
save("cmyk.jpg", picture("CMYK"), "JPEG", quality=50)
save("full_color.jpg", picture(), "JPEG", quality=90, subsampling=0)
save("half_color.jpg", picture(), "JPEG", quality=75, subsampling=1)
save("progressive.jpg", picture(), "JPEG", quality=80, progressive=True)
save("profile.jpg", picture(size=(16, 16)), "JPEG", quality=50, icc_profile=profile)
save("comment.jpg", picture(), "JPEG", quality=50, comment=b"said in passing")
save("dense.jpg", picture(), "JPEG", quality=50, dpi=(300, 300))
for orientation in range(1, 9):
    save(f"turned_{orientation}.jpg", picture(size=(16, 9)), "JPEG", quality=50, exif=exif(orientation))
(out / "xmp.jpg").write_bytes(plain[:2] + b"\xFF\xE1" + struct.pack(">H", len(xmp) + 2) + xmp + plain[2:])
thumbnail = b"JFXX\0\x10" + save("thumb.jpg", picture(size=(8, 8)), "JPEG", quality=20)
(out / "thumb.jpg").write_bytes(plain[:20] + b"\xFF\xE0" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + plain[20:])
(out / "restarts.jpg").write_bytes(tool("cjpeg", ppm(), "-quality", "70", "-restart", "1B"))
(out / "progressive_restarts.jpg").write_bytes(tool("cjpeg", ppm(), "-quality", "70", "-progressive", "-restart", "2B"))
(out / "progressive_gray.jpg").write_bytes(tool("cjpeg", ppm(), "-quality", "85", "-progressive", "-grayscale"))
(out / "progressive_large.jpg").write_bytes(tool("cjpeg", ppm(size=(67, 45)), "-quality", "60", "-progressive", "-sample", "2x2"))
(out / "wide_sampling.jpg").write_bytes(tool("cjpeg", ppm(), "-quality", "60", "-sample", "4x1"))
(out / "rgb.jpg").write_bytes(tool("cjpeg", ppm(), "-quality", "60", "-rgb"))
(out / "coarse.jpg").write_bytes(tool("cjpeg", ppm(), "-quality", "1"))  # 16-bit tables, SOF1
(out / "apart.jpg").write_bytes(tool("jpegtran", plain, "-optimize", "-scans", str(out / "apart.scans")))
(out / "arithmetic.jpg").write_bytes(tool("cjpeg", ppm(), "-arithmetic"))

# GIF
frames = [picture(size=(20, 14)).rotate(90 * i).quantize(8) for i in range(4)]
save("still.gif", frames[0], "GIF")
save("animated.gif", frames[0], "GIF", save_all=True, append_images=frames[1:], duration=80, loop=3)
save("comment.gif", frames[0], "GIF", comment=b"said in passing")
save("interlaced.gif", picture("L", (33, 21)), "GIF", interlace=1)
save("colors.gif", picture("P", (64, 40)), "GIF")
clear = picture("RGBA", (20, 14)).convert("P")
save("transparent.gif", clear, "GIF", transparency=3)

# WebP
save("lossy.webp", picture(), "WEBP", quality=50)
save("lossless.webp", picture("RGBA"), "WEBP", lossless=True)
save("alpha.webp", picture("RGBA"), "WEBP", quality=50)
save("profile.webp", picture(), "WEBP", quality=50, icc_profile=profile)
save("xmp.webp", picture(), "WEBP", quality=50, xmp=b"<x:xmpmeta>who made it</x:xmpmeta>")
turning = [picture(size=(20, 14)).rotate(90 * i) for i in range(4)]
save("animated.webp", turning[0], "WEBP", save_all=True, append_images=turning[1:], duration=80, loop=3)
turning = [image.convert("RGBA") for image in turning]
save("animated_lossless.webp", turning[0], "WEBP", save_all=True, append_images=turning[1:], duration=80, lossless=True)
for orientation in (1, 3, 6):
    save(f"turned_{orientation}.webp", picture(size=(16, 9)), "WEBP", quality=50, exif=exif(orientation))

# PNG
save("plain.png", picture(), "PNG")
save("profile.png", picture(size=(8, 8)), "PNG", icc_profile=profile)
save("turned.png", picture(size=(8, 8)), "PNG", exif=exif(6))
save("animated.png", turning[0], "PNG", save_all=True, append_images=turning[1:], duration=80)
