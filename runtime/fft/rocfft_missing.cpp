// What rocFFT has and this one does not: several devices, and kernels in the caller's hands. It fails and says so once.
#include <rocfft/rocfft.h>

#include <cstring>

#include "../blas/say_once.h"

namespace {

rocfft_status missing(const char* function, const char* what) {
  blas::say_once(std::string("rocfft: ") + function + ": " + what);
  return rocfft_status_failure;
}

const char* const ONE_DEVICE = "transforms that several devices share are not implemented";

// All that is serialized: kernels are in HIPVK_CACHE_DIR.
const char EMPTY[] = "hipvk rocfft cache 1";

}  // namespace

extern "C" {

rocfft_status rocfft_plan_description_set_comm(rocfft_plan_description description, rocfft_comm_type comm_type, void* comm_handle) {
  if (!description || (comm_type != rocfft_comm_none && !comm_handle)) return rocfft_status_invalid_arg_value;
  return comm_type == rocfft_comm_none ? rocfft_status_success : missing(__func__, ONE_DEVICE);
}

rocfft_status rocfft_field_create(rocfft_field* field) {
  if (field) *field = nullptr;
  return missing(__func__, ONE_DEVICE);
}
rocfft_status rocfft_brick_create(rocfft_brick* brick, const size_t*, const size_t*, const size_t*, size_t, int) {
  if (!brick) return rocfft_status_invalid_arg_value;
  *brick = nullptr;
  return missing(__func__, ONE_DEVICE);
}
// There are none.
rocfft_status rocfft_field_destroy(rocfft_field field) { return field ? rocfft_status_invalid_arg_value : rocfft_status_success; }
rocfft_status rocfft_brick_destroy(rocfft_brick brick) { return brick ? rocfft_status_invalid_arg_value : rocfft_status_success; }
rocfft_status rocfft_field_add_brick(rocfft_field, rocfft_brick) { return rocfft_status_invalid_arg_value; }
rocfft_status rocfft_plan_description_add_infield(rocfft_plan_description, rocfft_field) { return rocfft_status_invalid_arg_value; }
rocfft_status rocfft_plan_description_add_outfield(rocfft_plan_description, rocfft_field) { return rocfft_status_invalid_arg_value; }

rocfft_status rocfft_cache_serialize(void** buffer, size_t* buffer_len_bytes) {
  if (!buffer || !buffer_len_bytes) return rocfft_status_invalid_arg_value;
  *buffer_len_bytes = sizeof EMPTY;
  *buffer = std::memcpy(new char[sizeof EMPTY], EMPTY, sizeof EMPTY);
  return rocfft_status_success;
}
rocfft_status rocfft_cache_buffer_free(void* buffer) {
  delete[] static_cast<char*>(buffer);
  return rocfft_status_success;
}
rocfft_status rocfft_cache_deserialize(const void* buffer, size_t buffer_len_bytes) {
  if (!buffer || !buffer_len_bytes) return rocfft_status_invalid_arg_value;
  const bool ours = buffer_len_bytes == sizeof EMPTY && std::memcmp(buffer, EMPTY, sizeof EMPTY) == 0;
  return ours ? rocfft_status_success : missing(__func__, "this is no cache of this library's");
}

}  // extern "C"
