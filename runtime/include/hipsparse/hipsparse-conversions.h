/* hipsparse-conversions.h: the second half of hipsparse-functions.h: functions that make sparse matrices of others, and solve with them.
 */
#ifndef HIPVK_HIPSPARSE_CONVERSIONS_H
#define HIPVK_HIPSPARSE_CONVERSIONS_H

/* Two sparse matrices. */
#define HIPSPARSE_XcsrgeamNnz(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA, int nnzA, const int *csrRowPtrA, \
    const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB, const int *csrColIndB, \
    const hipsparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr)
#define HIPSPARSE_csrgeam(T, R) (hipsparseHandle_t handle, int m, int n, const T *alpha, const hipsparseMatDescr_t descrA, int nnzA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const T *beta, const hipsparseMatDescr_t descrB, int nnzB, const T *csrValB, \
    const int *csrRowPtrB, const int *csrColIndB, const hipsparseMatDescr_t descrC, T *csrValC, int *csrRowPtrC, int *csrColIndC)
#define HIPSPARSE_csrgeam2_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, const T *alpha, const hipsparseMatDescr_t descrA, \
    int nnzA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, const T *beta, const hipsparseMatDescr_t descrB, \
    int nnzB, const T *csrSortedValB, const int *csrSortedRowPtrB, const int *csrSortedColIndB, const hipsparseMatDescr_t descrC, \
    const T *csrSortedValC, const int *csrSortedRowPtrC, const int *csrSortedColIndC, size_t *pBufferSizeInBytes)
#define HIPSPARSE_Xcsrgeam2Nnz(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA, int nnzA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, const hipsparseMatDescr_t descrB, int nnzB, const int *csrSortedRowPtrB, \
    const int *csrSortedColIndB, const hipsparseMatDescr_t descrC, int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *workspace)
#define HIPSPARSE_csrgeam2(T, R) (hipsparseHandle_t handle, int m, int n, const T *alpha, const hipsparseMatDescr_t descrA, int nnzA, \
    const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, const T *beta, const hipsparseMatDescr_t descrB, int nnzB, \
    const T *csrSortedValB, const int *csrSortedRowPtrB, const int *csrSortedColIndB, const hipsparseMatDescr_t descrC, T *csrSortedValC, \
    int *csrSortedRowPtrC, int *csrSortedColIndC, void *pBuffer)
#define HIPSPARSE_XcsrgemmNnz(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, int n, int k, \
    const hipsparseMatDescr_t descrA, int nnzA, const int *csrRowPtrA, const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB, \
    const int *csrRowPtrB, const int *csrColIndB, const hipsparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr)
#define HIPSPARSE_csrgemm(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, int n, int k, \
    const hipsparseMatDescr_t descrA, int nnzA, const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const hipsparseMatDescr_t descrB, \
    int nnzB, const T *csrValB, const int *csrRowPtrB, const int *csrColIndB, const hipsparseMatDescr_t descrC, T *csrValC, const int *csrRowPtrC, \
    int *csrColIndC)
#define HIPSPARSE_csrgemm2_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, int k, const T *alpha, const hipsparseMatDescr_t descrA, \
    int nnzA, const int *csrRowPtrA, const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB, \
    const int *csrColIndB, const T *beta, const hipsparseMatDescr_t descrD, int nnzD, const int *csrRowPtrD, const int *csrColIndD, \
    csrgemm2Info_t info, size_t *pBufferSizeInBytes)
#define HIPSPARSE_Xcsrgemm2Nnz(T, R) (hipsparseHandle_t handle, int m, int n, int k, const hipsparseMatDescr_t descrA, int nnzA, \
    const int *csrRowPtrA, const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB, const int *csrColIndB, \
    const hipsparseMatDescr_t descrD, int nnzD, const int *csrRowPtrD, const int *csrColIndD, const hipsparseMatDescr_t descrC, int *csrRowPtrC, \
    int *nnzTotalDevHostPtr, const csrgemm2Info_t info, void *pBuffer)
#define HIPSPARSE_csrgemm2(T, R) (hipsparseHandle_t handle, int m, int n, int k, const T *alpha, const hipsparseMatDescr_t descrA, int nnzA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB, const T *csrValB, \
    const int *csrRowPtrB, const int *csrColIndB, const T *beta, const hipsparseMatDescr_t descrD, int nnzD, const T *csrValD, \
    const int *csrRowPtrD, const int *csrColIndD, const hipsparseMatDescr_t descrC, T *csrValC, const int *csrRowPtrC, int *csrColIndC, \
    const csrgemm2Info_t info, void *pBuffer)
#define HIPSPARSE_EXTRA(X) HIPSPARSE_ONE(X, XcsrgeamNnz) HIPSPARSE_SDCZ(X, csrgeam) HIPSPARSE_SDCZ(X, csrgeam2_bufferSizeExt) \
    HIPSPARSE_ONE(X, Xcsrgeam2Nnz) HIPSPARSE_SDCZ(X, csrgeam2) HIPSPARSE_ONE(X, XcsrgemmNnz) HIPSPARSE_SDCZ(X, csrgemm) \
    HIPSPARSE_SDCZ(X, csrgemm2_bufferSizeExt) HIPSPARSE_ONE(X, Xcsrgemm2Nnz) HIPSPARSE_SDCZ(X, csrgemm2)

/* Preconditioners and banded systems. */
#define HIPSPARSE_Xbsric02_zeroPivot(T, R) (hipsparseHandle_t handle, bsric02Info_t info, int *position)
#define HIPSPARSE_bsric02_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb, \
    const hipsparseMatDescr_t descrA, T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsric02Info_t info, \
    int *pBufferSizeInBytes)
#define HIPSPARSE_bsric02_analysis(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb, const hipsparseMatDescr_t descrA, \
    const T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsric02Info_t info, hipsparseSolvePolicy_t policy, \
    void *pBuffer)
#define HIPSPARSE_bsric02(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb, const hipsparseMatDescr_t descrA, \
    T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsric02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_Xbsrilu02_zeroPivot(T, R) (hipsparseHandle_t handle, bsrilu02Info_t info, int *position)
#define HIPSPARSE_bsrilu02_numericBoost(T, R) (hipsparseHandle_t handle, bsrilu02Info_t info, int enable_boost, double *tol, T *boost_val)
#define HIPSPARSE_bsrilu02_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb, \
    const hipsparseMatDescr_t descrA, T *bsrSortedValA, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, \
    bsrilu02Info_t info, int *pBufferSizeInBytes)
#define HIPSPARSE_bsrilu02_analysis(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb, \
    const hipsparseMatDescr_t descrA, T *bsrSortedValA, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, \
    bsrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_bsrilu02(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb, const hipsparseMatDescr_t descrA, \
    T *bsrSortedValA_valM, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrilu02Info_t info, \
    hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_Xcsric02_zeroPivot(T, R) (hipsparseHandle_t handle, csric02Info_t info, int *position)
#define HIPSPARSE_csric02_bufferSize(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T *csrSortedValA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csric02Info_t info, int *pBufferSizeInBytes)
#define HIPSPARSE_csric02_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T *csrSortedValA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csric02Info_t info, size_t *pBufferSizeInBytes)
#define HIPSPARSE_csric02_analysis(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, const T *csrSortedValA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csric02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_csric02(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T *csrSortedValA_valM, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csric02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_Xcsrilu02_zeroPivot(T, R) (hipsparseHandle_t handle, csrilu02Info_t info, int *position)
#define HIPSPARSE_csrilu02_numericBoost(T, R) (hipsparseHandle_t handle, csrilu02Info_t info, int enable_boost, double *tol, T *boost_val)
#define HIPSPARSE_csrilu02_bufferSize(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T *csrSortedValA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrilu02Info_t info, int *pBufferSizeInBytes)
#define HIPSPARSE_csrilu02_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T *csrSortedValA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrilu02Info_t info, size_t *pBufferSizeInBytes)
#define HIPSPARSE_csrilu02_analysis(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, const T *csrSortedValA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_csrilu02(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T *csrSortedValA_valM, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_gpsvInterleavedBatch_bufferSizeExt(T, R) (hipsparseHandle_t handle, int algo, int m, const T *ds, const T *dl, const T *d, \
    const T *du, const T *dw, const T *x, int batchCount, size_t *pBufferSizeInBytes)
#define HIPSPARSE_gpsvInterleavedBatch(T, R) (hipsparseHandle_t handle, int algo, int m, T *ds, T *dl, T *d, T *du, T *dw, T *x, int batchCount, \
    void *pBuffer)
#define HIPSPARSE_gtsv2_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, const T *B, int ldb, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_gtsv2(T, R) (hipsparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb, void *pBuffer)
#define HIPSPARSE_gtsvInterleavedBatch_bufferSizeExt(T, R) (hipsparseHandle_t handle, int algo, int m, const T *dl, const T *d, const T *du, \
    const T *x, int batchCount, size_t *pBufferSizeInBytes)
#define HIPSPARSE_gtsvInterleavedBatch(T, R) (hipsparseHandle_t handle, int algo, int m, T *dl, T *d, T *du, T *x, int batchCount, void *pBuffer)
#define HIPSPARSE_gtsv2_nopivot_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, const T *B, \
    int ldb, size_t *pBufferSizeInBytes)
#define HIPSPARSE_gtsv2_nopivot(T, R) (hipsparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb, void *pBuffer)
#define HIPSPARSE_gtsv2StridedBatch_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, const T *dl, const T *d, const T *du, const T *x, \
    int batchCount, int batchStride, size_t *pBufferSizeInBytes)
#define HIPSPARSE_gtsv2StridedBatch(T, R) (hipsparseHandle_t handle, int m, const T *dl, const T *d, const T *du, T *x, int batchCount, \
    int batchStride, void *pBuffer)
#define HIPSPARSE_PRECOND(X) HIPSPARSE_ONE(X, Xbsric02_zeroPivot) HIPSPARSE_SDCZ(X, bsric02_bufferSize) HIPSPARSE_SDCZ(X, bsric02_analysis) \
    HIPSPARSE_SDCZ(X, bsric02) HIPSPARSE_ONE(X, Xbsrilu02_zeroPivot) HIPSPARSE_SDCZ(X, bsrilu02_numericBoost) \
    HIPSPARSE_SDCZ(X, bsrilu02_bufferSize) HIPSPARSE_SDCZ(X, bsrilu02_analysis) HIPSPARSE_SDCZ(X, bsrilu02) HIPSPARSE_ONE(X, Xcsric02_zeroPivot) \
    HIPSPARSE_SDCZ(X, csric02_bufferSize) HIPSPARSE_SDCZ(X, csric02_bufferSizeExt) HIPSPARSE_SDCZ(X, csric02_analysis) HIPSPARSE_SDCZ(X, csric02) \
    HIPSPARSE_ONE(X, Xcsrilu02_zeroPivot) HIPSPARSE_SDCZ(X, csrilu02_numericBoost) HIPSPARSE_SDCZ(X, csrilu02_bufferSize) \
    HIPSPARSE_SDCZ(X, csrilu02_bufferSizeExt) HIPSPARSE_SDCZ(X, csrilu02_analysis) HIPSPARSE_SDCZ(X, csrilu02) \
    HIPSPARSE_SDCZ(X, gpsvInterleavedBatch_bufferSizeExt) HIPSPARSE_SDCZ(X, gpsvInterleavedBatch) HIPSPARSE_SDCZ(X, gtsv2_bufferSizeExt) \
    HIPSPARSE_SDCZ(X, gtsv2) HIPSPARSE_SDCZ(X, gtsvInterleavedBatch_bufferSizeExt) HIPSPARSE_SDCZ(X, gtsvInterleavedBatch) \
    HIPSPARSE_SDCZ(X, gtsv2_nopivot_bufferSizeExt) HIPSPARSE_SDCZ(X, gtsv2_nopivot) HIPSPARSE_SDCZ(X, gtsv2StridedBatch_bufferSizeExt) \
    HIPSPARSE_SDCZ(X, gtsv2StridedBatch)

/* From one form to another. */
#define HIPSPARSE_bsr2csr(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, const hipsparseMatDescr_t descrA, \
    const T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, const hipsparseMatDescr_t descrC, T *csrValC, int *csrRowPtrC, \
    int *csrColIndC)
#define HIPSPARSE_Xcoo2csr(T, R) (hipsparseHandle_t handle, const int *cooRowInd, int nnz, int m, int *csrRowPtr, hipsparseIndexBase_t idxBase)
#define HIPSPARSE_Xcoosort_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const int *cooRows, const int *cooCols, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_XcoosortByRow(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, int *cooRows, int *cooCols, int *P, void *pBuffer)
#define HIPSPARSE_XcoosortByColumn(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, int *cooRows, int *cooCols, int *P, void *pBuffer)
#define HIPSPARSE_CreateIdentityPermutation(T, R) (hipsparseHandle_t handle, int n, int *p)
#define HIPSPARSE_csc2dense(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr, const T *cscVal, const int *cscRowInd, \
    const int *cscColPtr, T *A, int ld)
#define HIPSPARSE_Xcscsort_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const int *cscColPtr, const int *cscRowInd, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_Xcscsort(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA, const int *cscColPtr, \
    int *cscRowInd, int *P, void *pBuffer)
#define HIPSPARSE_Xcsr2bsrNnz(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n, const hipsparseMatDescr_t descrA, \
    const int *csrRowPtrA, const int *csrColIndA, int blockDim, const hipsparseMatDescr_t descrC, int *bsrRowPtrC, int *bsrNnzb)
#define HIPSPARSE_csr2bsr(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n, const hipsparseMatDescr_t descrA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, int blockDim, const hipsparseMatDescr_t descrC, T *bsrValC, int *bsrRowPtrC, \
    int *bsrColIndC)
#define HIPSPARSE_Xcsr2coo(T, R) (hipsparseHandle_t handle, const int *csrRowPtr, int nnz, int m, int *cooRowInd, hipsparseIndexBase_t idxBase)
#define HIPSPARSE_csr2csc(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const T *csrSortedVal, const int *csrSortedRowPtr, \
    const int *csrSortedColInd, T *cscSortedVal, int *cscSortedRowInd, int *cscSortedColPtr, hipsparseAction_t copyValues, \
    hipsparseIndexBase_t idxBase)
#define HIPSPARSE_Csr2cscEx2_bufferSize(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr, \
    const int *csrColInd, void *cscVal, int *cscColPtr, int *cscRowInd, hipDataType valType, hipsparseAction_t copyValues, \
    hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg, size_t *pBufferSizeInBytes)
#define HIPSPARSE_Csr2cscEx2(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr, \
    const int *csrColInd, void *cscVal, int *cscColPtr, int *cscRowInd, hipDataType valType, hipsparseAction_t copyValues, \
    hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg, void *buffer)
#define HIPSPARSE_csr2csr_compress(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA, const T *csrValA, \
    const int *csrColIndA, const int *csrRowPtrA, int nnzA, const int *nnzPerRow, T *csrValC, int *csrColIndC, int *csrRowPtrC, T tol)
#define HIPSPARSE_csr2csru(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA, T *csrVal, \
    const int *csrRowPtr, int *csrColInd, csru2csrInfo_t info, void *pBuffer)
#define HIPSPARSE_csr2dense(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr, const T *csrVal, const int *csrRowPtr, \
    const int *csrColInd, T *A, int ld)
#define HIPSPARSE_csr2gebsr_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, \
    const hipsparseMatDescr_t csr_descr, const T *csrVal, const int *csrRowPtr, const int *csrColInd, int rowBlockDim, int colBlockDim, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_Xcsr2gebsrNnz(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, const hipsparseMatDescr_t csr_descr, \
    const int *csrRowPtr, const int *csrColInd, const hipsparseMatDescr_t bsr_descr, int *bsrRowPtr, int rowBlockDim, int colBlockDim, \
    int *bsrNnzDevhost, void *pbuffer)
#define HIPSPARSE_csr2gebsr(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, const hipsparseMatDescr_t csr_descr, \
    const T *csrVal, const int *csrRowPtr, const int *csrColInd, const hipsparseMatDescr_t bsr_descr, T *bsrVal, int *bsrRowPtr, int *bsrColInd, \
    int rowBlockDim, int colBlockDim, void *pbuffer)
#define HIPSPARSE_csr2hyb(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA, const T *csrSortedValA, \
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, hipsparseHybMat_t hybA, int userEllWidth, hipsparseHybPartition_t partitionType)
#define HIPSPARSE_Xcsrsort_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const int *csrRowPtr, const int *csrColInd, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_Xcsrsort(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA, const int *csrRowPtr, \
    int *csrColInd, int *P, void *pBuffer)
#define HIPSPARSE_csru2csr_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, T *csrVal, const int *csrRowPtr, int *csrColInd, \
    csru2csrInfo_t info, size_t *pBufferSizeInBytes)
#define HIPSPARSE_csru2csr(T, R) (hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA, T *csrVal, \
    const int *csrRowPtr, int *csrColInd, csru2csrInfo_t info, void *pBuffer)
#define HIPSPARSE_dense2csc(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr, const T *A, int ld, \
    const int *nnzPerColumn, T *cscVal, int *cscRowInd, int *cscColPtr)
#define HIPSPARSE_dense2csr(T, R) (hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr, const T *A, int ld, \
    const int *nnzPerRow, T *csrVal, int *csrRowPtr, int *csrColInd)
#define HIPSPARSE_gebsr2csr(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, const hipsparseMatDescr_t descrA, \
    const T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDim, int colBlockDim, const hipsparseMatDescr_t descrC, \
    T *csrValC, int *csrRowPtrC, int *csrColIndC)
#define HIPSPARSE_gebsr2gebsc_bufferSize(T, R) (hipsparseHandle_t handle, int mb, int nb, int nnzb, const T *bsrVal, const int *bsrRowPtr, \
    const int *bsrColInd, int rowBlockDim, int colBlockDim, size_t *pBufferSizeInBytes)
#define HIPSPARSE_gebsr2gebsc(T, R) (hipsparseHandle_t handle, int mb, int nb, int nnzb, const T *bsrVal, const int *bsrRowPtr, \
    const int *bsrColInd, int rowBlockDim, int colBlockDim, T *bscVal, int *bscRowInd, int *bscColPtr, hipsparseAction_t copyValues, \
    hipsparseIndexBase_t idxBase, void *temp_buffer)
#define HIPSPARSE_gebsr2gebsr_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb, \
    const hipsparseMatDescr_t descrA, const T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA, int colBlockDimA, \
    int rowBlockDimC, int colBlockDimC, int *pBufferSizeInBytes)
#define HIPSPARSE_Xgebsr2gebsrNnz(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb, \
    const hipsparseMatDescr_t descrA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA, int colBlockDimA, \
    const hipsparseMatDescr_t descrC, int *bsrRowPtrC, int rowBlockDimC, int colBlockDimC, int *nnzTotalDevHostPtr, void *buffer)
#define HIPSPARSE_gebsr2gebsr(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb, \
    const hipsparseMatDescr_t descrA, const T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA, int colBlockDimA, \
    const hipsparseMatDescr_t descrC, T *bsrValC, int *bsrRowPtrC, int *bsrColIndC, int rowBlockDimC, int colBlockDimC, void *buffer)
#define HIPSPARSE_hyb2csr(T, R) (hipsparseHandle_t handle, const hipsparseMatDescr_t descrA, const hipsparseHybMat_t hybA, T *csrSortedValA, \
    int *csrSortedRowPtrA, int *csrSortedColIndA)
#define HIPSPARSE_nnz(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n, const hipsparseMatDescr_t descrA, const T *A, \
    int lda, int *nnzPerRowColumn, int *nnzTotalDevHostPtr)
#define HIPSPARSE_nnz_compress(T, R) (hipsparseHandle_t handle, int m, const hipsparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA, \
    int *nnzPerRow, int *nnzC, T tol)
#define HIPSPARSE_pruneCsr2csr_bufferSize(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, const hipsparseMatDescr_t descrA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const T *threshold, const hipsparseMatDescr_t descrC, const T *csrValC, \
    const int *csrRowPtrC, const int *csrColIndC, size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneCsr2csr_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, const hipsparseMatDescr_t descrA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const T *threshold, const hipsparseMatDescr_t descrC, const T *csrValC, \
    const int *csrRowPtrC, const int *csrColIndC, size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneCsr2csrNnz(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, const hipsparseMatDescr_t descrA, const T *csrValA, \
    const int *csrRowPtrA, const int *csrColIndA, const T *threshold, const hipsparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr, \
    void *buffer)
#define HIPSPARSE_pruneCsr2csr(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, const hipsparseMatDescr_t descrA, const T *csrValA, \
    const int *csrRowPtrA, const int *csrColIndA, const T *threshold, const hipsparseMatDescr_t descrC, T *csrValC, const int *csrRowPtrC, \
    int *csrColIndC, void *buffer)
#define HIPSPARSE_pruneCsr2csrByPercentage_bufferSize(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, const hipsparseMatDescr_t descrA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, T percentage, const hipsparseMatDescr_t descrC, const T *csrValC, \
    const int *csrRowPtrC, const int *csrColIndC, pruneInfo_t info, size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneCsr2csrByPercentage_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, \
    const hipsparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, T percentage, \
    const hipsparseMatDescr_t descrC, const T *csrValC, const int *csrRowPtrC, const int *csrColIndC, pruneInfo_t info, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneCsr2csrNnzByPercentage(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, const hipsparseMatDescr_t descrA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, T percentage, const hipsparseMatDescr_t descrC, int *csrRowPtrC, \
    int *nnzTotalDevHostPtr, pruneInfo_t info, void *buffer)
#define HIPSPARSE_pruneCsr2csrByPercentage(T, R) (hipsparseHandle_t handle, int m, int n, int nnzA, const hipsparseMatDescr_t descrA, \
    const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, T percentage, const hipsparseMatDescr_t descrC, T *csrValC, \
    const int *csrRowPtrC, int *csrColIndC, pruneInfo_t info, void *buffer)
#define HIPSPARSE_pruneDense2csr_bufferSize(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, const T *threshold, \
    const hipsparseMatDescr_t descr, const T *csrVal, const int *csrRowPtr, const int *csrColInd, size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneDense2csr_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, const T *threshold, \
    const hipsparseMatDescr_t descr, const T *csrVal, const int *csrRowPtr, const int *csrColInd, size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneDense2csrNnz(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, const T *threshold, \
    const hipsparseMatDescr_t descr, int *csrRowPtr, int *nnzTotalDevHostPtr, void *buffer)
#define HIPSPARSE_pruneDense2csr(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, const T *threshold, \
    const hipsparseMatDescr_t descr, T *csrVal, const int *csrRowPtr, int *csrColInd, void *buffer)
#define HIPSPARSE_pruneDense2csrByPercentage_bufferSize(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, T percentage, \
    const hipsparseMatDescr_t descr, const T *csrVal, const int *csrRowPtr, const int *csrColInd, pruneInfo_t info, size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneDense2csrByPercentage_bufferSizeExt(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, T percentage, \
    const hipsparseMatDescr_t descr, const T *csrVal, const int *csrRowPtr, const int *csrColInd, pruneInfo_t info, size_t *pBufferSizeInBytes)
#define HIPSPARSE_pruneDense2csrNnzByPercentage(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, T percentage, \
    const hipsparseMatDescr_t descr, int *csrRowPtr, int *nnzTotalDevHostPtr, pruneInfo_t info, void *buffer)
#define HIPSPARSE_pruneDense2csrByPercentage(T, R) (hipsparseHandle_t handle, int m, int n, const T *A, int lda, T percentage, \
    const hipsparseMatDescr_t descr, T *csrVal, const int *csrRowPtr, int *csrColInd, pruneInfo_t info, void *buffer)
#define HIPSPARSE_CONVERSION(X) HIPSPARSE_SDCZ(X, bsr2csr) HIPSPARSE_ONE(X, Xcoo2csr) HIPSPARSE_ONE(X, Xcoosort_bufferSizeExt) \
    HIPSPARSE_ONE(X, XcoosortByRow) HIPSPARSE_ONE(X, XcoosortByColumn) HIPSPARSE_ONE(X, CreateIdentityPermutation) HIPSPARSE_SDCZ(X, csc2dense) \
    HIPSPARSE_ONE(X, Xcscsort_bufferSizeExt) HIPSPARSE_ONE(X, Xcscsort) HIPSPARSE_ONE(X, Xcsr2bsrNnz) HIPSPARSE_SDCZ(X, csr2bsr) \
    HIPSPARSE_ONE(X, Xcsr2coo) HIPSPARSE_SDCZ(X, csr2csc) HIPSPARSE_ONE(X, Csr2cscEx2_bufferSize) HIPSPARSE_ONE(X, Csr2cscEx2) \
    HIPSPARSE_SDCZ(X, csr2csr_compress) HIPSPARSE_SDCZ(X, csr2csru) HIPSPARSE_SDCZ(X, csr2dense) HIPSPARSE_SDCZ(X, csr2gebsr_bufferSize) \
    HIPSPARSE_ONE(X, Xcsr2gebsrNnz) HIPSPARSE_SDCZ(X, csr2gebsr) HIPSPARSE_SDCZ(X, csr2hyb) HIPSPARSE_ONE(X, Xcsrsort_bufferSizeExt) \
    HIPSPARSE_ONE(X, Xcsrsort) HIPSPARSE_SDCZ(X, csru2csr_bufferSizeExt) HIPSPARSE_SDCZ(X, csru2csr) HIPSPARSE_SDCZ(X, dense2csc) \
    HIPSPARSE_SDCZ(X, dense2csr) HIPSPARSE_SDCZ(X, gebsr2csr) HIPSPARSE_SDCZ(X, gebsr2gebsc_bufferSize) HIPSPARSE_SDCZ(X, gebsr2gebsc) \
    HIPSPARSE_SDCZ(X, gebsr2gebsr_bufferSize) HIPSPARSE_ONE(X, Xgebsr2gebsrNnz) HIPSPARSE_SDCZ(X, gebsr2gebsr) HIPSPARSE_SDCZ(X, hyb2csr) \
    HIPSPARSE_SDCZ(X, nnz) HIPSPARSE_SDCZ(X, nnz_compress) HIPSPARSE_SD(X, pruneCsr2csr_bufferSize) HIPSPARSE_SD(X, pruneCsr2csr_bufferSizeExt) \
    HIPSPARSE_SD(X, pruneCsr2csrNnz) HIPSPARSE_SD(X, pruneCsr2csr) HIPSPARSE_SD(X, pruneCsr2csrByPercentage_bufferSize) \
    HIPSPARSE_SD(X, pruneCsr2csrByPercentage_bufferSizeExt) HIPSPARSE_SD(X, pruneCsr2csrNnzByPercentage) HIPSPARSE_SD(X, pruneCsr2csrByPercentage) \
    HIPSPARSE_SD(X, pruneDense2csr_bufferSize) HIPSPARSE_SD(X, pruneDense2csr_bufferSizeExt) HIPSPARSE_SD(X, pruneDense2csrNnz) \
    HIPSPARSE_SD(X, pruneDense2csr) HIPSPARSE_SD(X, pruneDense2csrByPercentage_bufferSize) \
    HIPSPARSE_SD(X, pruneDense2csrByPercentage_bufferSizeExt) HIPSPARSE_SD(X, pruneDense2csrNnzByPercentage) \
    HIPSPARSE_SD(X, pruneDense2csrByPercentage)

/* Colouring. */
#define HIPSPARSE_csrcolor(T, R) (hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, const T *csrValA, \
    const int *csrRowPtrA, const int *csrColIndA, const R *fractionToColor, int *ncolors, int *coloring, int *reordering, \
    hipsparseColorInfo_t info)
#define HIPSPARSE_REORDER(X) HIPSPARSE_SDCZ(X, csrcolor)

#endif
