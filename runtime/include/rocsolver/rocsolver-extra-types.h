/* rocsolver-extra-types.h: enumerations of rocSOLVER that rocBLAS has not, with ROCm's values.
 */
#ifndef HIPVK_ROCSOLVER_EXTRA_TYPES_H
#define HIPVK_ROCSOLVER_EXTRA_TYPES_H

/* In which order reflectors are multiplied: H(1) H(2) ... or ... H(2) H(1). */
typedef enum rocblas_direct_ { rocblas_forward_direction = 171, rocblas_backward_direction = 172 } rocblas_direct;

/* Whether reflectors lie in a matrix' columns or rows. */
typedef enum rocblas_storev_ { rocblas_column_wise = 181, rocblas_row_wise = 182 } rocblas_storev;

/* Which singular vectors are wanted, and where. */
typedef enum rocblas_svect_ {
  rocblas_svect_all = 191,       /* a whole orthogonal matrix of them */
  rocblas_svect_singular = 192,  /* as many as there are singular values */
  rocblas_svect_overwrite = 193, /* the same in A's place */
  rocblas_svect_none = 194,
} rocblas_svect;

/* Whether memory may be taken for speed. */
typedef enum rocblas_workmode_ { rocblas_outofplace = 201, rocblas_inplace = 202 } rocblas_workmode;

/* Which eigenvectors are wanted: A's, those of a tridiagonal matrix, or none. */
typedef enum rocblas_evect_ { rocblas_evect_original = 211, rocblas_evect_tridiagonal = 212, rocblas_evect_none = 213 } rocblas_evect;

/* A x = l B x, A B x = l x or B A x = l x. */
typedef enum rocblas_eform_ { rocblas_eform_ax = 221, rocblas_eform_abx = 222, rocblas_eform_bax = 223 } rocblas_eform;

/* Which eigenvalues are wanted: all, those in (vl, vu], or those from number il to number iu. */
typedef enum rocblas_erange_ { rocblas_erange_all = 231, rocblas_erange_value = 232, rocblas_erange_index = 233 } rocblas_erange;

typedef enum rocblas_eorder_ { rocblas_eorder_blocks = 241, rocblas_eorder_entire = 242 } rocblas_eorder;

/* Whether eigenvalues by Jacobi's method are sorted. */
typedef enum rocblas_esort_ { rocblas_esort_none = 251, rocblas_esort_ascending = 252 } rocblas_esort;

/* Which singular values are wanted, as rocblas_erange. */
typedef enum rocblas_srange_ { rocblas_srange_all = 261, rocblas_srange_value = 262, rocblas_srange_index = 263 } rocblas_srange;

/* What functions know of a sparse matrix that is factored again, and how: by LU, or by Cholesky. */
typedef struct rocsolver_rfinfo_ *rocsolver_rfinfo;
typedef enum rocsolver_rfinfo_mode_ { rocsolver_rfinfo_mode_lu = 271, rocsolver_rfinfo_mode_cholesky = 272 } rocsolver_rfinfo_mode;

#endif
