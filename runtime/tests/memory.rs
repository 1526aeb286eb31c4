//! Memory, copies, fills and built-in kernels on a real Vulkan device (software is fine).

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use common::{add_pipeline, device, launch_add, memory_of, words_of};
use hipvk::builtin::{Builtins, Pattern};
use hipvk::shader;
use hipvk::vk::{Arguments, Binding, BufferBinding, Dispatch, Memory, MemoryUse, PipelineDesc, Rows, Stream, VkError};

fn bytes_of(stream: &Arc<Stream>, memory: &Arc<Memory>) -> Vec<u8> {
    let mut bytes = vec![0; memory.size() as usize];
    stream.download(&mut bytes, memory.at(0)).unwrap();
    bytes
}

#[test]
fn allocations_are_aligned_and_disjoint() {
    let device = device();
    let mut live: Vec<Arc<Memory>> =
        (1..500).map(|i| device.allocate(MemoryUse::Device, i * 37 % 9000 + 1).unwrap()).collect();
    live.sort_by_key(|m| m.address());
    assert!(live.iter().all(|m| m.address() % 256 == 0));
    assert!(live.windows(2).all(|w| w[0].address() + w[0].size() <= w[1].address()));
}

/// Counted by the places that come again: what is free in all changes with every other test.
#[test]
fn freed_memory_is_used_again() {
    let device = device();
    for (usage, bytes) in [(MemoryUse::Device, 40 << 20), (MemoryUse::Host, 8 << 20)] {
        let places: HashSet<u64> = (0..1000).map(|_| device.allocate(usage, bytes).unwrap().address()).collect();
        assert!(places.len() < 500, "{usage:?} memory leaks: {} places", places.len());
    }
    let (free, total) = device.memory_info();
    assert!(0 < free && free <= total, "{free} of {total}");
}

#[test]
fn an_impossible_allocation_is_out_of_memory() {
    let error = device().allocate(MemoryUse::Device, 1 << 46).unwrap_err();
    assert_eq!(error, VkError::OutOfDeviceMemory { requested: 1 << 46 });
}

#[test]
fn host_memory_is_the_same_for_kernel_and_host() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let add = add_pipeline(&device, 64);
    let host = device.allocate(MemoryUse::Host, 256).unwrap();
    let pointer = host.host_address().unwrap().cast::<u32>();
    // SAFETY: 64 mapped words.
    let words = unsafe { std::slice::from_raw_parts_mut(pointer, 64) };
    words.fill(5);
    launch_add(&stream, &add, host.address(), 6, 1);
    stream.wait().unwrap();
    assert_eq!(words, [11; 64]);
}

#[test]
fn staged_uploads_and_inline_updates_keep_stream_order() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let add = add_pipeline(&device, 64);
    // Larger than all staging pieces together.
    let words = (24 << 20) / 4;
    let data = memory_of(&stream, &vec![1; words]);
    for round in 0..3u32 {
        launch_add(&stream, &add, data.address(), 1, (words / 64) as u32);
        let small: Vec<u8> = [round; 64].iter().flat_map(|w| w.to_le_bytes()).collect();
        stream.upload(data.at(0), &small).unwrap();
        launch_add(&stream, &add, data.address(), 10, 1);
    }
    let got = words_of(&stream, &data);
    assert_eq!(got[..64], [12; 64]);
    assert!(got[64..].iter().all(|&w| w == 4));
    let fresh: Vec<u32> = (0..words as u32).collect();
    launch_add(&stream, &add, data.address(), 1, 1);
    stream.upload(data.at(0), &fresh.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
    assert!(words_of(&stream, &data) == fresh);
}

#[test]
fn a_2d_copy_moves_the_rectangle_and_nothing_else() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let builtins = Builtins::new(&device);
    let from = memory_of(&stream, &(0..64 * 64).collect::<Vec<u32>>());
    for (to_offset, width) in [(0u64, 96u64), (16, 100), (3, 57)] {
        let to = memory_of(&stream, &[u32::MAX; 64 * 64]);
        let rows = Rows { width, rows: 40, to_pitch: 200, from_pitch: 256 };
        builtins.copy_rows(&stream, to.at(to_offset), from.at(512), &rows).unwrap();
        let (got, source) = (bytes_of(&stream, &to), bytes_of(&stream, &from));
        let mut expected = vec![0xff; got.len()];
        for row in 0..40usize {
            let (t, f) = (to_offset as usize + row * 200, 512 + row * 256);
            expected[t..t + width as usize].copy_from_slice(&source[f..f + width as usize]);
        }
        assert!(got == expected, "offset {to_offset}, width {width}");
    }
}

#[test]
fn a_large_copy_inside_the_device_moves_exactly_its_bytes() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let builtins = Builtins::new(&device);
    let words = 1 << 20;
    let from = memory_of(&stream, &(0..words).collect::<Vec<u32>>());
    let to = memory_of(&stream, &vec![7; words as usize]);
    builtins.copy(&stream, to.at(48), from.at(272), 3 << 20).unwrap();
    let count = (3 << 20) / 4;
    let expected = |i: u32| if (12..12 + count).contains(&i) { i - 12 + 68 } else { 7 };
    assert!(words_of(&stream, &to) == (0..words).map(expected).collect::<Vec<u32>>());
}

#[test]
fn fills_of_any_place_and_size_touch_exactly_their_bytes() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let builtins = Builtins::new(&device);
    let memory = device.allocate(MemoryUse::Device, 1031).unwrap();
    for (offset, size) in [(0u64, 1031u64), (1, 1), (1, 2), (2, 1029), (5, 700), (1028, 3), (255, 3), (8, 0)] {
        builtins.fill(&stream, memory.at(0), Pattern::Byte(0xee), 1031).unwrap();
        builtins.fill(&stream, memory.at(offset), Pattern::Byte(0x21), size).unwrap();
        let expected: Vec<u8> =
            (0..1031).map(|i| if (offset..offset + size).contains(&i) { 0x21 } else { 0xee }).collect();
        assert!(bytes_of(&stream, &memory) == expected, "{size} bytes at {offset}");
    }
    builtins.fill(&stream, memory.at(6), Pattern::Half(0x1234), 10).unwrap();
    assert_eq!(bytes_of(&stream, &memory)[6..16], [0x34, 0x12].repeat(5));
}

#[test]
fn filled_rows_leave_the_pitch_alone() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let builtins = Builtins::new(&device);
    for (offset, width) in [(8u64, 100u64), (9, 33)] {
        let memory = memory_of(&stream, &[0; 4096]);
        builtins.fill_rows(&stream, memory.at(offset), Pattern::Byte(7), width, 100, 120).unwrap();
        let got = bytes_of(&stream, &memory);
        for (i, &byte) in got.iter().enumerate() {
            let inside = (i as u64).checked_sub(offset).is_some_and(|b| b / 120 < 100 && b % 120 < width);
            assert_eq!(byte, if inside { 7 } else { 0 }, "byte {i}");
        }
    }
}

#[test]
fn a_wgsl_kernel_of_the_user_runs_with_its_bindings() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let shader = shader::wgsl(
        "@group(0) @binding(0) var<storage, read> a: array<u32>;
         @group(0) @binding(2) var<storage, read_write> b: array<u32>;
         var<immediate> factor: u32;
         @compute @workgroup_size(32) fn scale(@builtin(global_invocation_id) id: vec3<u32>) {
             b[id.x] = a[id.x] * factor;
         }",
        None,
    )
    .unwrap();
    let bindings: Vec<_> = shader.bindings.iter().map(|&b| Binding(b)).collect();
    let pipeline = device
        .create_pipeline(&PipelineDesc {
            name: "scale",
            spirv: &shader.spirv,
            entry: &shader.entry,
            subgroup_size: None,
            full_subgroups: false,
            bindings: &bindings,
            textures: false,
            statistics: false,
            waits: false,
            blocks: 1,
        })
        .unwrap();
    let a = memory_of(&stream, &(0..64).collect::<Vec<u32>>());
    let b = memory_of(&stream, &[0; 64]);
    let bind = |binding, memory| BufferBinding { binding, at: Memory::at(memory, 0), size: 256 };
    stream
        .dispatch(&Dispatch {
            bindings: &[bind(0, &a), bind(2, &b)],
            ..Dispatch::new(&pipeline, [2, 1, 1], Arguments::Push(&3u32.to_le_bytes()))
        })
        .unwrap();
    assert_eq!(words_of(&stream, &b), (0..64).map(|i| i * 3).collect::<Vec<u32>>());
}

#[test]
fn ranges_outside_their_memory_are_refused() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let memory = memory_of(&stream, &[0; 16]);
    assert!(matches!(stream.copy(memory.at(60), memory.at(0), 8), Err(VkError::Invalid(_))));
    assert!(matches!(stream.upload(memory.at(u64::MAX), &[1; 8]), Err(VkError::Invalid(_))));
    assert!(matches!(stream.download(&mut [0; 65], memory.at(0)), Err(VkError::Invalid(_))));
    assert!(matches!(stream.fill_words(memory.at(2), 0, 4), Err(VkError::Invalid(_))));
    assert_eq!(words_of(&stream, &memory), [0; 16]);
}

#[test]
fn host_memory_with_two_addresses_lies_in_the_window() {
    let device = device();
    let memory = device.allocate(MemoryUse::Host, 1 << 20).unwrap();
    let host = memory.host_address().unwrap() as u64;
    match device.host_window() {
        Some(window) => {
            assert!((window.host_base..window.host_base + window.size).contains(&host));
            assert_eq!(memory.address(), host.wrapping_add(window.delta));
        }
        None => assert_eq!(memory.address(), host),
    }
}
