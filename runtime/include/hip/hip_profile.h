/* hip_profile.h: markers for a profiler. There is none to tell, so they are empty.
   Included by programs that mark regions. */
#ifndef HIPVK_HIP_HIP_PROFILE_H
#define HIPVK_HIP_HIP_PROFILE_H

#define HIP_SCOPED_MARKER(markerName, group)
#define HIP_BEGIN_MARKER(markerName, group)
#define HIP_END_MARKER()

#endif /* HIPVK_HIP_HIP_PROFILE_H */
