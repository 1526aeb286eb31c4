/* roctx: marks and ranges in the trace (HIPVK_TRACE=FILE). The functions are in libamdhip64; libroctx64.so is a name of it. */
#ifndef HIPVK_ROCTX_H
#define HIPVK_ROCTX_H

#include <stdint.h>

#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1

#ifdef __cplusplus
extern "C" {
#endif

uint32_t roctx_version_major(void);
uint32_t roctx_version_minor(void);

/* A moment. */
void roctxMarkA(const char *message);
#define roctxMark(message) roctxMarkA(message)

/* Ranges of the calling thread, which nest: both return the level, from 0, or a negative number for an error. */
int roctxRangePushA(const char *message);
#define roctxRangePush(message) roctxRangePushA(message)
int roctxRangePop(void);

/* Ranges that may overlap and end in another thread. */
typedef uint64_t roctx_range_id_t;
roctx_range_id_t roctxRangeStartA(const char *message);
#define roctxRangeStart(message) roctxRangeStartA(message)
void roctxRangeStop(roctx_range_id_t id);

/* Recording: paused and resumed for the whole process. Each returns 0, or a negative number for an error. */
typedef uint64_t roctx_thread_id_t;
int roctxProfilerPause(roctx_thread_id_t thread);
int roctxProfilerResume(roctx_thread_id_t thread);
int roctxGetThreadId(roctx_thread_id_t *thread);

/* Names in the trace. */
struct ihipStream_t;
struct hsa_agent_s;
int roctxNameOsThread(const char *name);
int roctxNameHipDevice(const char *name, int device);
int roctxNameHipStream(const char *name, const struct ihipStream_t *stream);
int roctxNameHsaAgent(const char *name, const struct hsa_agent_s *agent);

#ifdef __cplusplus
}
#endif

#endif
