//! CUDA's header files to those that take their place.
//!
//! Called by [`super::convert`].

/// CUDA's name and ours, where they differ by more than a rule.
const HEADERS: &[(&str, &str)] = &[
    ("cuda.h", "hip/hip_runtime.h"),
    ("cuda_runtime.h", "hip/hip_runtime.h"),
    ("cuda_runtime_api.h", "hip/hip_runtime_api.h"),
    ("cuda_profiler_api.h", "hip/hip_runtime_api.h"),
    ("cudaProfiler.h", "hip/hip_runtime_api.h"),
    ("cuda_texture_types.h", "hip/hip_texture_types.h"),
    ("cuda_fp16.h", "hip/hip_fp16.h"),
    ("cuda_bf16.h", "hip/hip_bf16.h"),
    ("cuda_fp8.h", "hip/hip_fp8.h"),
    ("cuda_fp6.h", "hip/hip_fp6.h"),
    ("cuda_fp4.h", "hip/hip_fp4.h"),
    ("cuda_gl_interop.h", "hip/hip_gl_interop.h"),
    ("cuComplex.h", "hip/hip_complex.h"),
    ("channel_descriptor.h", "hip/channel_descriptor.h"),
    ("cooperative_groups.h", "hip/hip_cooperative_groups.h"),
    ("device_functions.h", "hip/device_functions.h"),
    ("driver_types.h", "hip/driver_types.h"),
    ("library_types.h", "hip/library_types.h"),
    ("math_constants.h", "hip/hip_math_constants.h"),
    ("vector_functions.h", "hip/hip_vector_types.h"),
    ("vector_types.h", "hip/hip_vector_types.h"),
    ("driver_functions.h", "hip/driver_types.h"),
    ("builtin_types.h", "hip/hip_runtime_api.h"),
    ("surface_types.h", "hip/surface_types.h"),
    ("texture_types.h", "hip/texture_types.h"),
    // Nothing is left of these; hip_runtime.h declares what they did, and may be included twice.
    ("device_launch_parameters.h", "hip/hip_runtime.h"),
    ("surface_functions.h", "hip/hip_runtime.h"),
    ("surface_indirect_functions.h", "hip/hip_runtime.h"),
    ("texture_fetch_functions.h", "hip/hip_runtime.h"),
    ("texture_indirect_functions.h", "hip/hip_runtime.h"),
    ("device_atomic_functions.h", "hip/hip_runtime.h"),
    ("sm_20_atomic_functions.h", "hip/hip_runtime.h"),
    ("sm_30_intrinsics.h", "hip/hip_runtime.h"),
    ("sm_35_atomic_functions.h", "hip/hip_runtime.h"),
    ("sm_60_atomic_functions.h", "hip/hip_runtime.h"),
    ("nvrtc.h", "hip/hiprtc.h"),
    ("cublas.h", "hipblas/hipblas.h"),
    ("cublas_v2.h", "hipblas/hipblas.h"),
    ("cublas_api.h", "hipblas/hipblas.h"),
    ("cublasLt.h", "hipblaslt/hipblaslt.h"),
    ("cufft.h", "hipfft/hipfft.h"),
    ("cufftXt.h", "hipfft/hipfftXt.h"),
    ("curand.h", "hiprand/hiprand.h"),
    ("curand_mtgp32_host.h", "hiprand/hiprand_mtgp32_host.h"),
    ("curand_mtgp32dc_p_11213.h", "rocrand/rocrand_mtgp32_11213.h"),
    ("cusparse.h", "hipsparse/hipsparse.h"),
    ("cusparse_v2.h", "hipsparse/hipsparse.h"),
    ("cusolverDn.h", "hipsolver/hipsolver.h"),
    ("cusolverMg.h", "hipsolver/hipsolver.h"),
    ("cusolverRf.h", "hipsolver/hipsolver.h"),
    ("cusolverSp.h", "hipsolver/hipsolver.h"),
    ("cusolverSp_LOWLEVEL_PREVIEW.h", "hipsolver/hipsolver.h"),
    ("cusolver_common.h", "hipsolver/hipsolver.h"),
    ("cudnn.h", "hipDNN.h"),
    ("nccl.h", "rccl/rccl.h"),
    ("nvToolsExt.h", "roctracer/roctx.h"),
    ("nvtx3/nvToolsExt.h", "roctracer/roctx.h"),
    // Caffe2's, as AMD's tool has them.
    ("caffe2/core/common_cudnn.h", "caffe2/core/hip/common_miopen.h"),
    ("caffe2/operators/spatial_batch_norm_op.h", "caffe2/operators/hip/spatial_batch_norm_op_miopen.hip"),
];

/// What stands for a header, by its path as programs include it.
pub fn in_place_of(path: &str) -> Option<String> {
    if let Some((_, hip)) = HEADERS.iter().find(|(cuda, _)| *cuda == path) {
        return Some((*hip).to_owned());
    }
    if let Some(part) = path.strip_prefix("cub/").and_then(|rest| rest.strip_suffix(".cuh")) {
        return Some(if part == "cub" { "hipcub/hipcub.hpp".to_owned() } else { format!("hipcub/{part}.hpp") });
    }
    // The parts of curand_kernel.h.
    let part = path.strip_prefix("curand_")?.strip_suffix(".h")?;
    Some("hiprand/hiprand_kernel.h".to_owned()).filter(|_| part.starts_with(|c: char| c.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::in_place_of;

    #[test]
    fn each_header_has_one_in_its_place() {
        assert_eq!(in_place_of("cuda_runtime.h").as_deref(), Some("hip/hip_runtime.h"));
        assert_eq!(in_place_of("cub/cub.cuh").as_deref(), Some("hipcub/hipcub.hpp"));
        assert_eq!(in_place_of("cub/block/block_scan.cuh").as_deref(), Some("hipcub/block/block_scan.hpp"));
        assert_eq!(in_place_of("curand_philox4x32_x.h").as_deref(), Some("hiprand/hiprand_kernel.h"));
        assert_eq!(in_place_of("helper_cuda.h"), None);
        assert_eq!(in_place_of("my/cuda.h"), None);
    }
}
