/* roctracer: recording in the trace (HIPVK_TRACE=FILE) begins and ends, as by hipProfilerStart and hipProfilerStop. The functions are in
   libamdhip64; libroctracer64.so is a name of it. What AMD's roctracer.h has besides, callbacks for each call, is not here. */
#ifndef HIPVK_ROCTRACER_EXT_H
#define HIPVK_ROCTRACER_EXT_H

#ifdef __cplusplus
extern "C" {
#endif

void roctracer_start(void);
void roctracer_stop(void);
/* A moment, as roctxMarkA's. */
void roctracer_mark(const char *message);

#ifdef __cplusplus
}
#endif

#endif
