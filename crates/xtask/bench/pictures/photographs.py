# Makes photographs of 2400 x 1600 pixels: noise of several scales, as detailed as a landscape.
# Usage: photographs.py FOLDER COUNT
import os, random, sys
from PIL import Image, ImageChops
folder, count = sys.argv[1], int(sys.argv[2])
os.makedirs(folder, exist_ok=True)
for number in range(count):
    path = f"{folder}/photo-{number:03}.jpg"
    if os.path.exists(path):
        continue
    random.seed(number)
    picture = Image.new("RGB", (2400, 1600), (128, 128, 128))
    for width, strength in [(6, 90), (24, 60), (96, 40), (400, 24), (1600, 10)]:
        height = width * 2 // 3
        noise = Image.frombytes("RGB", (width, height), random.randbytes(width * height * 3))
        noise = noise.point(lambda value: (value - 128) * strength // 128 + 128).resize(picture.size, Image.BICUBIC)
        picture = ImageChops.add(picture, noise, 1, -128)
    picture.save(path, quality=90)
