/* rocrandapi.h: how rocRAND's functions are marked.
 */
#ifndef ROCRAND_ROCRANDAPI_H_
#define ROCRAND_ROCRANDAPI_H_

#ifndef ROCRANDAPI
#define ROCRANDAPI __attribute__((visibility("default")))
#endif

#endif
