"""Renders one scene with Cycles on a device: scene.py PICTURE CPU|HIP SAMPLES SIZE; compares two pictures of it: scene.py compare A B.

The scene has what Cycles' kernels are for: a texture, a metal, glass, a rough solid, shadows of an area light, and a sky. Sampling is Cycles' own,
with a fixed seed, so that two devices differ by rounding alone. Called by tests/blender.sh.
"""

import os
import sys
import time

import bpy
import numpy


def material(name, color, roughness, metallic=0.0, transmission=0.0):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    shader.inputs["Transmission Weight"].default_value = transmission
    return made


def add(what, made, smooth=True, **where):
    getattr(bpy.ops.mesh, f"primitive_{what}_add")(**where)
    bpy.context.object.data.materials.append(made)
    if smooth:
        bpy.ops.object.shade_smooth()


def build():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    floor = material("floor", (0.6, 0.6, 0.55), 0.5)
    checker = floor.node_tree.nodes.new("ShaderNodeTexChecker")
    checker.inputs["Scale"].default_value = 8
    floor.node_tree.links.new(checker.outputs["Color"], floor.node_tree.nodes["Principled BSDF"].inputs["Base Color"])
    add("plane", floor, smooth=False, size=12)
    add("monkey", material("monkey", (0.9, 0.45, 0.1), 0.35), size=2, location=(0, 0, 1.2), rotation=(0, 0, 0.5))
    add("uv_sphere", material("metal", (0.8, 0.8, 0.9), 0.1, metallic=1), radius=0.8, location=(2, 0.5, 0.8))
    add("uv_sphere", material("glass", (0.9, 1, 0.95), 0.02, transmission=1), radius=0.7, location=(-2, -0.6, 0.7))
    bpy.ops.object.light_add(type="AREA", location=(3, -3, 5), rotation=(0.6, 0.5, 0))
    bpy.context.object.data.energy = 500
    bpy.context.object.data.size = 2
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    sky = scene.world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = (0.3, 0.45, 0.8, 1)
    sky.inputs["Strength"].default_value = 0.5
    bpy.ops.object.camera_add(location=(0, -7, 3), rotation=(1.22, 0, 0))
    scene.camera = bpy.context.object
    return scene


def render(picture, device, samples, size):
    scene = build()
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    if device != "CPU":
        preferences = bpy.context.preferences.addons["cycles"].preferences
        preferences.compute_device_type = device
        preferences.get_devices()
        for found in preferences.devices:
            found.use = found.type == device
        if not any(found.use for found in preferences.devices):
            sys.exit(f"scene.py: Cycles finds no {device} device")
        cycles.device = "GPU"
    cycles.samples, cycles.seed = int(samples), 1
    cycles.use_denoising = cycles.use_adaptive_sampling = False
    scene.render.resolution_x = scene.render.resolution_y = int(size)
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "Standard"
    scene.render.filepath = os.path.abspath(picture)
    scene.render.image_settings.file_format = "PNG"
    start = time.monotonic()
    bpy.ops.render.render(write_still=True)
    print(f"{device}: {time.monotonic() - start:.1f} s", flush=True)


def pixels(path):
    image = bpy.data.images.load(os.path.abspath(path))
    return numpy.array(image.pixels[:]).reshape(-1, 4)[:, :3] * 255


def compare(one, other):
    a, b = pixels(one), pixels(other)
    difference = abs(a - b).max(axis=1)
    seen = a.max() - a.min() > 100
    print(f"greatest difference {difference.max():.0f} of 255, of {len(difference)} pixels {(difference > 1.5).sum()} differ by more than 1")
    # A path that turns elsewhere by a rounding changes one sample of a pixel.
    if not seen or (difference > 8).mean() > 0.005:
        sys.exit("scene.py: the pictures are not the same")


if sys.argv[1] == "compare":
    compare(*sys.argv[2:])
else:
    render(*sys.argv[1:])
