/* hipsparse-functions.h: the functions of hipSPARSE and their parameters, each once. hipsparse.h makes declarations of these lists; runtime/sparse
 * makes definitions of them, and in missing.hip those of what is not there.
 *
 * HIPSPARSE_gthr(T, R): the parameters, of elements T, whose real type is R.
 * HIPSPARSE_LEVEL_n(X): X(name, parameters, T, R) for each function.
 */
#ifndef HIPVK_HIPSPARSE_FUNCTIONS_H
#define HIPVK_HIPSPARSE_FUNCTIONS_H

#define HIPSPARSE_SD(X, f) X(hipsparseS##f, f, float, float) X(hipsparseD##f, f, double, double)
#define HIPSPARSE_CZ(X, f) X(hipsparseC##f, f, hipComplex, float) X(hipsparseZ##f, f, hipDoubleComplex, double)
#define HIPSPARSE_SDCZ(X, f) HIPSPARSE_SD(X, f) HIPSPARSE_CZ(X, f)
#define HIPSPARSE_ONE(X, f) X(hipsparse##f, f, void, void)

/* Contexts, matrix descriptors and what functions keep. */
#define HIPSPARSE_Create(T, R) (hipsparseHandle_t *handle)
#define HIPSPARSE_Destroy(T, R) (hipsparseHandle_t handle)
#define HIPSPARSE_GetVersion(T, R) (hipsparseHandle_t handle, int *version)
#define HIPSPARSE_GetGitRevision(T, R) (hipsparseHandle_t handle, char *rev)
#define HIPSPARSE_SetStream(T, R) (hipsparseHandle_t handle, hipStream_t streamId)
#define HIPSPARSE_GetStream(T, R) (hipsparseHandle_t handle, hipStream_t *streamId)
#define HIPSPARSE_SetPointerMode(T, R) (hipsparseHandle_t handle, hipsparsePointerMode_t mode)
#define HIPSPARSE_GetPointerMode(T, R) (hipsparseHandle_t handle, hipsparsePointerMode_t *mode)
#define HIPSPARSE_CreateMatDescr(T, R) (hipsparseMatDescr_t *descrA)
#define HIPSPARSE_DestroyMatDescr(T, R) (hipsparseMatDescr_t descrA)
#define HIPSPARSE_CopyMatDescr(T, R) (hipsparseMatDescr_t dest, const hipsparseMatDescr_t src)
#define HIPSPARSE_SetMatType(T, R) (hipsparseMatDescr_t descrA, hipsparseMatrixType_t type)
#define HIPSPARSE_SetMatFillMode(T, R) (hipsparseMatDescr_t descrA, hipsparseFillMode_t fillMode)
#define HIPSPARSE_SetMatDiagType(T, R) (hipsparseMatDescr_t descrA, hipsparseDiagType_t diagType)
#define HIPSPARSE_SetMatIndexBase(T, R) (hipsparseMatDescr_t descrA, hipsparseIndexBase_t base)
#define HIPSPARSE_CreateHybMat(T, R) (hipsparseHybMat_t *hybA)
#define HIPSPARSE_DestroyHybMat(T, R) (hipsparseHybMat_t hybA)
#define HIPSPARSE_CreateBsrsv2Info(T, R) (bsrsv2Info_t *info)
#define HIPSPARSE_DestroyBsrsv2Info(T, R) (bsrsv2Info_t info)
#define HIPSPARSE_CreateBsrsm2Info(T, R) (bsrsm2Info_t *info)
#define HIPSPARSE_DestroyBsrsm2Info(T, R) (bsrsm2Info_t info)
#define HIPSPARSE_CreateBsrilu02Info(T, R) (bsrilu02Info_t *info)
#define HIPSPARSE_DestroyBsrilu02Info(T, R) (bsrilu02Info_t info)
#define HIPSPARSE_CreateBsric02Info(T, R) (bsric02Info_t *info)
#define HIPSPARSE_DestroyBsric02Info(T, R) (bsric02Info_t info)
#define HIPSPARSE_CreateCsrsv2Info(T, R) (csrsv2Info_t *info)
#define HIPSPARSE_DestroyCsrsv2Info(T, R) (csrsv2Info_t info)
#define HIPSPARSE_CreateCsrsm2Info(T, R) (csrsm2Info_t *info)
#define HIPSPARSE_DestroyCsrsm2Info(T, R) (csrsm2Info_t info)
#define HIPSPARSE_CreateCsrilu02Info(T, R) (csrilu02Info_t *info)
#define HIPSPARSE_DestroyCsrilu02Info(T, R) (csrilu02Info_t info)
#define HIPSPARSE_CreateCsric02Info(T, R) (csric02Info_t *info)
#define HIPSPARSE_DestroyCsric02Info(T, R) (csric02Info_t info)
#define HIPSPARSE_CreateCsru2csrInfo(T, R) (csru2csrInfo_t *info)
#define HIPSPARSE_DestroyCsru2csrInfo(T, R) (csru2csrInfo_t info)
#define HIPSPARSE_CreateColorInfo(T, R) (hipsparseColorInfo_t *info)
#define HIPSPARSE_DestroyColorInfo(T, R) (hipsparseColorInfo_t info)
#define HIPSPARSE_CreateCsrgemm2Info(T, R) (csrgemm2Info_t *info)
#define HIPSPARSE_DestroyCsrgemm2Info(T, R) (csrgemm2Info_t info)
#define HIPSPARSE_CreatePruneInfo(T, R) (pruneInfo_t *info)
#define HIPSPARSE_DestroyPruneInfo(T, R) (pruneInfo_t info)
#define HIPSPARSE_AUXILIARY(X) HIPSPARSE_ONE(X, Create) HIPSPARSE_ONE(X, Destroy) HIPSPARSE_ONE(X, GetVersion) HIPSPARSE_ONE(X, GetGitRevision) \
    HIPSPARSE_ONE(X, SetStream) HIPSPARSE_ONE(X, GetStream) HIPSPARSE_ONE(X, SetPointerMode) HIPSPARSE_ONE(X, GetPointerMode) \
    HIPSPARSE_ONE(X, CreateMatDescr) HIPSPARSE_ONE(X, DestroyMatDescr) HIPSPARSE_ONE(X, CopyMatDescr) HIPSPARSE_ONE(X, SetMatType) \
    HIPSPARSE_ONE(X, SetMatFillMode) HIPSPARSE_ONE(X, SetMatDiagType) HIPSPARSE_ONE(X, SetMatIndexBase) HIPSPARSE_ONE(X, CreateHybMat) \
    HIPSPARSE_ONE(X, DestroyHybMat) HIPSPARSE_ONE(X, CreateBsrsv2Info) HIPSPARSE_ONE(X, DestroyBsrsv2Info) HIPSPARSE_ONE(X, CreateBsrsm2Info) \
    HIPSPARSE_ONE(X, DestroyBsrsm2Info) HIPSPARSE_ONE(X, CreateBsrilu02Info) HIPSPARSE_ONE(X, DestroyBsrilu02Info) \
    HIPSPARSE_ONE(X, CreateBsric02Info) HIPSPARSE_ONE(X, DestroyBsric02Info) HIPSPARSE_ONE(X, CreateCsrsv2Info) \
    HIPSPARSE_ONE(X, DestroyCsrsv2Info) HIPSPARSE_ONE(X, CreateCsrsm2Info) HIPSPARSE_ONE(X, DestroyCsrsm2Info) \
    HIPSPARSE_ONE(X, CreateCsrilu02Info) HIPSPARSE_ONE(X, DestroyCsrilu02Info) HIPSPARSE_ONE(X, CreateCsric02Info) \
    HIPSPARSE_ONE(X, DestroyCsric02Info) HIPSPARSE_ONE(X, CreateCsru2csrInfo) HIPSPARSE_ONE(X, DestroyCsru2csrInfo) \
    HIPSPARSE_ONE(X, CreateColorInfo) HIPSPARSE_ONE(X, DestroyColorInfo) HIPSPARSE_ONE(X, CreateCsrgemm2Info) \
    HIPSPARSE_ONE(X, DestroyCsrgemm2Info) HIPSPARSE_ONE(X, CreatePruneInfo) HIPSPARSE_ONE(X, DestroyPruneInfo)

/* Descriptors of the generic functions: vectors and matrices of any type. */
#define HIPSPARSE_CreateSpVec(T, R) (hipsparseSpVecDescr_t *spVecDescr, int64_t size, int64_t nnz, void *indices, void *values, \
    hipsparseIndexType_t idxType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_CreateConstSpVec(T, R) (hipsparseConstSpVecDescr_t *spVecDescr, int64_t size, int64_t nnz, const void *indices, \
    const void *values, hipsparseIndexType_t idxType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_DestroySpVec(T, R) (hipsparseConstSpVecDescr_t spVecDescr)
#define HIPSPARSE_SpVecGet(T, R) (const hipsparseSpVecDescr_t spVecDescr, int64_t *size, int64_t *nnz, void **indices, void **values, \
    hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_ConstSpVecGet(T, R) (hipsparseConstSpVecDescr_t spVecDescr, int64_t *size, int64_t *nnz, const void **indices, \
    const void **values, hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_SpVecGetIndexBase(T, R) (const hipsparseConstSpVecDescr_t spVecDescr, hipsparseIndexBase_t *idxBase)
#define HIPSPARSE_SpVecGetValues(T, R) (const hipsparseSpVecDescr_t spVecDescr, void **values)
#define HIPSPARSE_ConstSpVecGetValues(T, R) (hipsparseConstSpVecDescr_t spVecDescr, const void **values)
#define HIPSPARSE_SpVecSetValues(T, R) (hipsparseSpVecDescr_t spVecDescr, void *values)
#define HIPSPARSE_CreateCoo(T, R) (hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, void *cooRowInd, void *cooColInd, \
    void *cooValues, hipsparseIndexType_t cooIdxType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_CreateConstCoo(T, R) (hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, const void *cooRowInd, \
    const void *cooColInd, const void *cooValues, hipsparseIndexType_t cooIdxType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_CreateCooAoS(T, R) (hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, void *cooInd, void *cooValues, \
    hipsparseIndexType_t cooIdxType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_CreateCsr(T, R) (hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, void *csrRowOffsets, \
    void *csrColInd, void *csrValues, hipsparseIndexType_t csrRowOffsetsType, hipsparseIndexType_t csrColIndType, hipsparseIndexBase_t idxBase, \
    hipDataType valueType)
#define HIPSPARSE_CreateConstCsr(T, R) (hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, \
    const void *csrRowOffsets, const void *csrColInd, const void *csrValues, hipsparseIndexType_t csrRowOffsetsType, \
    hipsparseIndexType_t csrColIndType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_CreateCsc(T, R) (hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, void *cscColOffsets, \
    void *cscRowInd, void *cscValues, hipsparseIndexType_t cscColOffsetsType, hipsparseIndexType_t cscRowIndType, hipsparseIndexBase_t idxBase, \
    hipDataType valueType)
#define HIPSPARSE_CreateConstCsc(T, R) (hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, \
    const void *cscColOffsets, const void *cscRowInd, const void *cscValues, hipsparseIndexType_t cscColOffsetsType, \
    hipsparseIndexType_t cscRowIndType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_CreateBlockedEll(T, R) (hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t ellBlockSize, int64_t ellCols, \
    void *ellColInd, void *ellValue, hipsparseIndexType_t ellIdxType, hipsparseIndexBase_t idxBase, hipDataType valueType)
#define HIPSPARSE_CreateConstBlockedEll(T, R) (hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t ellBlockSize, \
    int64_t ellCols, const void *ellColInd, const void *ellValue, hipsparseIndexType_t ellIdxType, hipsparseIndexBase_t idxBase, \
    hipDataType valueType)
#define HIPSPARSE_DestroySpMat(T, R) (hipsparseConstSpMatDescr_t spMatDescr)
#define HIPSPARSE_CooGet(T, R) (const hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz, void **cooRowInd, \
    void **cooColInd, void **cooValues, hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_ConstCooGet(T, R) (hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz, const void **cooRowInd, \
    const void **cooColInd, const void **cooValues, hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_CooAoSGet(T, R) (const hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz, void **cooInd, \
    void **cooValues, hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_CsrGet(T, R) (const hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz, void **csrRowOffsets, \
    void **csrColInd, void **csrValues, hipsparseIndexType_t *csrRowOffsetsType, hipsparseIndexType_t *csrColIndType, \
    hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_ConstCsrGet(T, R) (hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz, \
    const void **csrRowOffsets, const void **csrColInd, const void **csrValues, hipsparseIndexType_t *csrRowOffsetsType, \
    hipsparseIndexType_t *csrColIndType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_CscGet(T, R) (const hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz, void **cscColOffsets, \
    void **cscRowInd, void **cscValues, hipsparseIndexType_t *cscColOffsetsType, hipsparseIndexType_t *cscRowIndType, \
    hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_ConstCscGet(T, R) (hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz, \
    const void **cscColOffsets, const void **cscRowInd, const void **cscValues, hipsparseIndexType_t *cscColOffsetsType, \
    hipsparseIndexType_t *cscRowIndType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_BlockedEllGet(T, R) (const hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *ellBlockSize, \
    int64_t *ellCols, void **ellColInd, void **ellValue, hipsparseIndexType_t *ellIdxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType)
#define HIPSPARSE_ConstBlockedEllGet(T, R) (hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *ellBlockSize, \
    int64_t *ellCols, const void **ellColInd, const void **ellValue, hipsparseIndexType_t *ellIdxType, hipsparseIndexBase_t *idxBase, \
    hipDataType *valueType)
#define HIPSPARSE_CsrSetPointers(T, R) (hipsparseSpMatDescr_t spMatDescr, void *csrRowOffsets, void *csrColInd, void *csrValues)
#define HIPSPARSE_CscSetPointers(T, R) (hipsparseSpMatDescr_t spMatDescr, void *cscColOffsets, void *cscRowInd, void *cscValues)
#define HIPSPARSE_CooSetPointers(T, R) (hipsparseSpMatDescr_t spMatDescr, void *cooRowInd, void *cooColInd, void *cooValues)
#define HIPSPARSE_SpMatGetSize(T, R) (hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz)
#define HIPSPARSE_SpMatGetFormat(T, R) (hipsparseConstSpMatDescr_t spMatDescr, hipsparseFormat_t *format)
#define HIPSPARSE_SpMatGetIndexBase(T, R) (hipsparseConstSpMatDescr_t spMatDescr, hipsparseIndexBase_t *idxBase)
#define HIPSPARSE_SpMatGetValues(T, R) (hipsparseSpMatDescr_t spMatDescr, void **values)
#define HIPSPARSE_ConstSpMatGetValues(T, R) (hipsparseConstSpMatDescr_t spMatDescr, const void **values)
#define HIPSPARSE_SpMatSetValues(T, R) (hipsparseSpMatDescr_t spMatDescr, void *values)
#define HIPSPARSE_SpMatGetStridedBatch(T, R) (hipsparseConstSpMatDescr_t spMatDescr, int *batchCount)
#define HIPSPARSE_SpMatSetStridedBatch(T, R) (hipsparseSpMatDescr_t spMatDescr, int batchCount)
#define HIPSPARSE_CooSetStridedBatch(T, R) (hipsparseSpMatDescr_t spMatDescr, int batchCount, int64_t batchStride)
#define HIPSPARSE_CsrSetStridedBatch(T, R) (hipsparseSpMatDescr_t spMatDescr, int batchCount, int64_t offsetsBatchStride, \
    int64_t columnsValuesBatchStride)
#define HIPSPARSE_SpMatGetAttribute(T, R) (hipsparseConstSpMatDescr_t spMatDescr, hipsparseSpMatAttribute_t attribute, void *data, \
    size_t dataSize)
#define HIPSPARSE_SpMatSetAttribute(T, R) (hipsparseSpMatDescr_t spMatDescr, hipsparseSpMatAttribute_t attribute, const void *data, \
    size_t dataSize)
#define HIPSPARSE_CreateDnVec(T, R) (hipsparseDnVecDescr_t *dnVecDescr, int64_t size, void *values, hipDataType valueType)
#define HIPSPARSE_CreateConstDnVec(T, R) (hipsparseConstDnVecDescr_t *dnVecDescr, int64_t size, const void *values, hipDataType valueType)
#define HIPSPARSE_DestroyDnVec(T, R) (hipsparseConstDnVecDescr_t dnVecDescr)
#define HIPSPARSE_DnVecGet(T, R) (const hipsparseDnVecDescr_t dnVecDescr, int64_t *size, void **values, hipDataType *valueType)
#define HIPSPARSE_ConstDnVecGet(T, R) (hipsparseConstDnVecDescr_t dnVecDescr, int64_t *size, const void **values, hipDataType *valueType)
#define HIPSPARSE_DnVecGetValues(T, R) (const hipsparseDnVecDescr_t dnVecDescr, void **values)
#define HIPSPARSE_ConstDnVecGetValues(T, R) (hipsparseConstDnVecDescr_t dnVecDescr, const void **values)
#define HIPSPARSE_DnVecSetValues(T, R) (hipsparseDnVecDescr_t dnVecDescr, void *values)
#define HIPSPARSE_CreateDnMat(T, R) (hipsparseDnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols, int64_t ld, void *values, \
    hipDataType valueType, hipsparseOrder_t order)
#define HIPSPARSE_CreateConstDnMat(T, R) (hipsparseConstDnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols, int64_t ld, const void *values, \
    hipDataType valueType, hipsparseOrder_t order)
#define HIPSPARSE_DestroyDnMat(T, R) (hipsparseConstDnMatDescr_t dnMatDescr)
#define HIPSPARSE_DnMatGet(T, R) (const hipsparseDnMatDescr_t dnMatDescr, int64_t *rows, int64_t *cols, int64_t *ld, void **values, \
    hipDataType *valueType, hipsparseOrder_t *order)
#define HIPSPARSE_ConstDnMatGet(T, R) (hipsparseConstDnMatDescr_t dnMatDescr, int64_t *rows, int64_t *cols, int64_t *ld, const void **values, \
    hipDataType *valueType, hipsparseOrder_t *order)
#define HIPSPARSE_DnMatGetValues(T, R) (const hipsparseDnMatDescr_t dnMatDescr, void **values)
#define HIPSPARSE_ConstDnMatGetValues(T, R) (hipsparseConstDnMatDescr_t dnMatDescr, const void **values)
#define HIPSPARSE_DnMatSetValues(T, R) (hipsparseDnMatDescr_t dnMatDescr, void *values)
#define HIPSPARSE_DnMatGetStridedBatch(T, R) (hipsparseConstDnMatDescr_t dnMatDescr, int *batchCount, int64_t *batchStride)
#define HIPSPARSE_DnMatSetStridedBatch(T, R) (hipsparseDnMatDescr_t dnMatDescr, int batchCount, int64_t batchStride)
#define HIPSPARSE_GENERIC_DESCRIPTORS(X) HIPSPARSE_ONE(X, CreateSpVec) HIPSPARSE_ONE(X, CreateConstSpVec) HIPSPARSE_ONE(X, DestroySpVec) \
    HIPSPARSE_ONE(X, SpVecGet) HIPSPARSE_ONE(X, ConstSpVecGet) HIPSPARSE_ONE(X, SpVecGetIndexBase) HIPSPARSE_ONE(X, SpVecGetValues) \
    HIPSPARSE_ONE(X, ConstSpVecGetValues) HIPSPARSE_ONE(X, SpVecSetValues) HIPSPARSE_ONE(X, CreateCoo) HIPSPARSE_ONE(X, CreateConstCoo) \
    HIPSPARSE_ONE(X, CreateCooAoS) HIPSPARSE_ONE(X, CreateCsr) HIPSPARSE_ONE(X, CreateConstCsr) HIPSPARSE_ONE(X, CreateCsc) \
    HIPSPARSE_ONE(X, CreateConstCsc) HIPSPARSE_ONE(X, CreateBlockedEll) HIPSPARSE_ONE(X, CreateConstBlockedEll) HIPSPARSE_ONE(X, DestroySpMat) \
    HIPSPARSE_ONE(X, CooGet) HIPSPARSE_ONE(X, ConstCooGet) HIPSPARSE_ONE(X, CooAoSGet) HIPSPARSE_ONE(X, CsrGet) HIPSPARSE_ONE(X, ConstCsrGet) \
    HIPSPARSE_ONE(X, CscGet) HIPSPARSE_ONE(X, ConstCscGet) HIPSPARSE_ONE(X, BlockedEllGet) HIPSPARSE_ONE(X, ConstBlockedEllGet) \
    HIPSPARSE_ONE(X, CsrSetPointers) HIPSPARSE_ONE(X, CscSetPointers) HIPSPARSE_ONE(X, CooSetPointers) HIPSPARSE_ONE(X, SpMatGetSize) \
    HIPSPARSE_ONE(X, SpMatGetFormat) HIPSPARSE_ONE(X, SpMatGetIndexBase) HIPSPARSE_ONE(X, SpMatGetValues) HIPSPARSE_ONE(X, ConstSpMatGetValues) \
    HIPSPARSE_ONE(X, SpMatSetValues) HIPSPARSE_ONE(X, SpMatGetStridedBatch) HIPSPARSE_ONE(X, SpMatSetStridedBatch) \
    HIPSPARSE_ONE(X, CooSetStridedBatch) HIPSPARSE_ONE(X, CsrSetStridedBatch) HIPSPARSE_ONE(X, SpMatGetAttribute) \
    HIPSPARSE_ONE(X, SpMatSetAttribute) HIPSPARSE_ONE(X, CreateDnVec) HIPSPARSE_ONE(X, CreateConstDnVec) HIPSPARSE_ONE(X, DestroyDnVec) \
    HIPSPARSE_ONE(X, DnVecGet) HIPSPARSE_ONE(X, ConstDnVecGet) HIPSPARSE_ONE(X, DnVecGetValues) HIPSPARSE_ONE(X, ConstDnVecGetValues) \
    HIPSPARSE_ONE(X, DnVecSetValues) HIPSPARSE_ONE(X, CreateDnMat) HIPSPARSE_ONE(X, CreateConstDnMat) HIPSPARSE_ONE(X, DestroyDnMat) \
    HIPSPARSE_ONE(X, DnMatGet) HIPSPARSE_ONE(X, ConstDnMatGet) HIPSPARSE_ONE(X, DnMatGetValues) HIPSPARSE_ONE(X, ConstDnMatGetValues) \
    HIPSPARSE_ONE(X, DnMatSetValues) HIPSPARSE_ONE(X, DnMatGetStridedBatch) HIPSPARSE_ONE(X, DnMatSetStridedBatch)

/* Generic functions. */
#define HIPSPARSE_Axpby(T, R) (hipsparseHandle_t handle, const void *alpha, hipsparseConstSpVecDescr_t vecX, const void *beta, \
    hipsparseDnVecDescr_t vecY)
#define HIPSPARSE_DenseToSparse_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseConstDnMatDescr_t matA, hipsparseSpMatDescr_t matB, \
    hipsparseDenseToSparseAlg_t alg, size_t *pBufferSizeInBytes)
#define HIPSPARSE_DenseToSparse_analysis(T, R) (hipsparseHandle_t handle, hipsparseConstDnMatDescr_t matA, hipsparseSpMatDescr_t matB, \
    hipsparseDenseToSparseAlg_t alg, void *externalBuffer)
#define HIPSPARSE_DenseToSparse_convert(T, R) (hipsparseHandle_t handle, hipsparseConstDnMatDescr_t matA, hipsparseSpMatDescr_t matB, \
    hipsparseDenseToSparseAlg_t alg, void *externalBuffer)
#define HIPSPARSE_Gather(T, R) (hipsparseHandle_t handle, hipsparseConstDnVecDescr_t vecY, hipsparseSpVecDescr_t vecX)
#define HIPSPARSE_Rot(T, R) (hipsparseHandle_t handle, const void *c_coeff, const void *s_coeff, hipsparseSpVecDescr_t vecX, \
    hipsparseDnVecDescr_t vecY)
#define HIPSPARSE_Scatter(T, R) (hipsparseHandle_t handle, hipsparseConstSpVecDescr_t vecX, hipsparseDnVecDescr_t vecY)
#define HIPSPARSE_SDDMM_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstDnMatDescr_t A, hipsparseConstDnMatDescr_t B, const void *beta, hipsparseSpMatDescr_t C, hipDataType computeType, \
    hipsparseSDDMMAlg_t alg, size_t *pBufferSizeInBytes)
#define HIPSPARSE_SDDMM_preprocess(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstDnMatDescr_t A, hipsparseConstDnMatDescr_t B, const void *beta, hipsparseSpMatDescr_t C, hipDataType computeType, \
    hipsparseSDDMMAlg_t alg, void *tempBuffer)
#define HIPSPARSE_SDDMM(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstDnMatDescr_t A, hipsparseConstDnMatDescr_t B, const void *beta, hipsparseSpMatDescr_t C, hipDataType computeType, \
    hipsparseSDDMMAlg_t alg, void *tempBuffer)
#define HIPSPARSE_SparseToDense_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseConstSpMatDescr_t matA, hipsparseDnMatDescr_t matB, \
    hipsparseSparseToDenseAlg_t alg, size_t *pBufferSizeInBytes)
#define HIPSPARSE_SparseToDense(T, R) (hipsparseHandle_t handle, hipsparseConstSpMatDescr_t matA, hipsparseDnMatDescr_t matB, \
    hipsparseSparseToDenseAlg_t alg, void *externalBuffer)
#define HIPSPARSE_SpGEMM_createDescr(T, R) (hipsparseSpGEMMDescr_t *descr)
#define HIPSPARSE_SpGEMM_destroyDescr(T, R) (hipsparseSpGEMMDescr_t descr)
#define HIPSPARSE_SpGEMM_workEstimation(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC, hipDataType computeType, \
    hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1, void *externalBuffer1)
#define HIPSPARSE_SpGEMM_compute(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC, hipDataType computeType, \
    hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2, void *externalBuffer2)
#define HIPSPARSE_SpGEMM_copy(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC, hipDataType computeType, \
    hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr)
#define HIPSPARSE_SpGEMMreuse_workEstimation(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t alg, \
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1, void *externalBuffer1)
#define HIPSPARSE_SpGEMMreuse_nnz(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t alg, \
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2, void *externalBuffer2, size_t *bufferSize3, void *externalBuffer3, \
    size_t *bufferSize4, void *externalBuffer4)
#define HIPSPARSE_SpGEMMreuse_copy(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t alg, \
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize5, void *externalBuffer5)
#define HIPSPARSE_SpGEMMreuse_compute(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC, hipDataType computeType, \
    hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr)
#define HIPSPARSE_SpMM_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const void *beta, const hipsparseDnMatDescr_t matC, hipDataType computeType, \
    hipsparseSpMMAlg_t alg, size_t *pBufferSizeInBytes)
#define HIPSPARSE_SpMM_preprocess(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const void *beta, const hipsparseDnMatDescr_t matC, hipDataType computeType, \
    hipsparseSpMMAlg_t alg, void *externalBuffer)
#define HIPSPARSE_SpMM(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const void *beta, const hipsparseDnMatDescr_t matC, hipDataType computeType, \
    hipsparseSpMMAlg_t alg, void *externalBuffer)
#define HIPSPARSE_SpMV_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA, \
    hipsparseConstDnVecDescr_t vecX, const void *beta, const hipsparseDnVecDescr_t vecY, hipDataType computeType, hipsparseSpMVAlg_t alg, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_SpMV_preprocess(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA, \
    hipsparseConstDnVecDescr_t vecX, const void *beta, const hipsparseDnVecDescr_t vecY, hipDataType computeType, hipsparseSpMVAlg_t alg, \
    void *externalBuffer)
#define HIPSPARSE_SpMV(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA, \
    hipsparseConstDnVecDescr_t vecX, const void *beta, const hipsparseDnVecDescr_t vecY, hipDataType computeType, hipsparseSpMVAlg_t alg, \
    void *externalBuffer)
#define HIPSPARSE_SpSM_createDescr(T, R) (hipsparseSpSMDescr_t *descr)
#define HIPSPARSE_SpSM_destroyDescr(T, R) (hipsparseSpSMDescr_t descr)
#define HIPSPARSE_SpSM_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const hipsparseDnMatDescr_t matC, hipDataType computeType, \
    hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t spsmDescr, size_t *pBufferSizeInBytes)
#define HIPSPARSE_SpSM_analysis(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const hipsparseDnMatDescr_t matC, hipDataType computeType, \
    hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t spsmDescr, void *externalBuffer)
#define HIPSPARSE_SpSM_solve(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, \
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const hipsparseDnMatDescr_t matC, hipDataType computeType, \
    hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t spsmDescr, void *externalBuffer)
#define HIPSPARSE_SpSV_createDescr(T, R) (hipsparseSpSVDescr_t *descr)
#define HIPSPARSE_SpSV_destroyDescr(T, R) (hipsparseSpSVDescr_t descr)
#define HIPSPARSE_SpSV_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA, \
    hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y, hipDataType computeType, hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t spsvDescr, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_SpSV_analysis(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA, \
    hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y, hipDataType computeType, hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t spsvDescr, \
    void *externalBuffer)
#define HIPSPARSE_SpSV_solve(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA, \
    hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y, hipDataType computeType, hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t spsvDescr)
#define HIPSPARSE_SpVV_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opX, hipsparseConstSpVecDescr_t vecX, \
    hipsparseConstDnVecDescr_t vecY, void *result, hipDataType computeType, size_t *pBufferSizeInBytes)
#define HIPSPARSE_SpVV(T, R) (hipsparseHandle_t handle, hipsparseOperation_t opX, hipsparseConstSpVecDescr_t vecX, \
    hipsparseConstDnVecDescr_t vecY, void *result, hipDataType computeType, void *externalBuffer)
#define HIPSPARSE_GENERIC(X) HIPSPARSE_ONE(X, Axpby) HIPSPARSE_ONE(X, DenseToSparse_bufferSize) HIPSPARSE_ONE(X, DenseToSparse_analysis) \
    HIPSPARSE_ONE(X, DenseToSparse_convert) HIPSPARSE_ONE(X, Gather) HIPSPARSE_ONE(X, Rot) HIPSPARSE_ONE(X, Scatter) \
    HIPSPARSE_ONE(X, SDDMM_bufferSize) HIPSPARSE_ONE(X, SDDMM_preprocess) HIPSPARSE_ONE(X, SDDMM) HIPSPARSE_ONE(X, SparseToDense_bufferSize) \
    HIPSPARSE_ONE(X, SparseToDense) HIPSPARSE_ONE(X, SpGEMM_createDescr) HIPSPARSE_ONE(X, SpGEMM_destroyDescr) \
    HIPSPARSE_ONE(X, SpGEMM_workEstimation) HIPSPARSE_ONE(X, SpGEMM_compute) HIPSPARSE_ONE(X, SpGEMM_copy) \
    HIPSPARSE_ONE(X, SpGEMMreuse_workEstimation) HIPSPARSE_ONE(X, SpGEMMreuse_nnz) HIPSPARSE_ONE(X, SpGEMMreuse_copy) \
    HIPSPARSE_ONE(X, SpGEMMreuse_compute) HIPSPARSE_ONE(X, SpMM_bufferSize) HIPSPARSE_ONE(X, SpMM_preprocess) HIPSPARSE_ONE(X, SpMM) \
    HIPSPARSE_ONE(X, SpMV_bufferSize) HIPSPARSE_ONE(X, SpMV_preprocess) HIPSPARSE_ONE(X, SpMV) HIPSPARSE_ONE(X, SpSM_createDescr) \
    HIPSPARSE_ONE(X, SpSM_destroyDescr) HIPSPARSE_ONE(X, SpSM_bufferSize) HIPSPARSE_ONE(X, SpSM_analysis) HIPSPARSE_ONE(X, SpSM_solve) \
    HIPSPARSE_ONE(X, SpSV_createDescr) HIPSPARSE_ONE(X, SpSV_destroyDescr) HIPSPARSE_ONE(X, SpSV_bufferSize) HIPSPARSE_ONE(X, SpSV_analysis) \
    HIPSPARSE_ONE(X, SpSV_solve) HIPSPARSE_ONE(X, SpVV_bufferSize) HIPSPARSE_ONE(X, SpVV)

/* Level 1: a sparse and a dense vector. */
#define HIPSPARSE_axpyi(T, R) (hipsparseHandle_t handle, int nnz, const T *alpha, const T *xVal, const int *xInd, T *y, \
    hipsparseIndexBase_t idxBase)
#define HIPSPARSE_dotci(T, R) (hipsparseHandle_t handle, int nnz, const T *xVal, const int *xInd, const T *y, T *result, \
    hipsparseIndexBase_t idxBase)
#define HIPSPARSE_doti(T, R) (hipsparseHandle_t handle, int nnz, const T *xVal, const int *xInd, const T *y, T *result, \
    hipsparseIndexBase_t idxBase)
#define HIPSPARSE_gthr(T, R) (hipsparseHandle_t handle, int nnz, const T *y, T *xVal, const int *xInd, hipsparseIndexBase_t idxBase)
#define HIPSPARSE_gthrz(T, R) (hipsparseHandle_t handle, int nnz, T *y, T *xVal, const int *xInd, hipsparseIndexBase_t idxBase)
#define HIPSPARSE_roti(T, R) (hipsparseHandle_t handle, int nnz, T *xVal, const int *xInd, T *y, const T *c, const T *s, \
    hipsparseIndexBase_t idxBase)
#define HIPSPARSE_sctr(T, R) (hipsparseHandle_t handle, int nnz, const T *xVal, const int *xInd, T *y, hipsparseIndexBase_t idxBase)
#define HIPSPARSE_LEVEL_1(X) HIPSPARSE_SDCZ(X, axpyi) HIPSPARSE_CZ(X, dotci) HIPSPARSE_SDCZ(X, doti) HIPSPARSE_SDCZ(X, gthr) \
    HIPSPARSE_SDCZ(X, gthrz) HIPSPARSE_SD(X, roti) HIPSPARSE_SDCZ(X, sctr)

/* Level 2: a sparse matrix and a vector. */
#define HIPSPARSE_bsrmv(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, int mb, int nb, int nnzb, \
    const T *alpha, const hipsparseMatDescr_t descrA, const T *bsrSortedValA, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, \
    int blockDim, const T *x, const T *beta, T *y)
#define HIPSPARSE_Xbsrsv2_zeroPivot(T, R) (hipsparseHandle_t handle, bsrsv2Info_t info, int *position)
#define HIPSPARSE_bsrsv2_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, int mb, int nnzb, \
    const hipsparseMatDescr_t descrA, T *bsrSortedValA, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrsv2Info_t info, \
    int *pBufferSizeInBytes)
#define HIPSPARSE_bsrsv2_bufferSizeExt(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, int mb, int nnzb, \
    const hipsparseMatDescr_t descrA, T *bsrSortedValA, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrsv2Info_t info, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_bsrsv2_analysis(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, int mb, int nnzb, \
    const hipsparseMatDescr_t descrA, const T *bsrSortedValA, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, \
    bsrsv2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_bsrsv2_solve(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, int mb, int nnzb, \
    const T *alpha, const hipsparseMatDescr_t descrA, const T *bsrSortedValA, const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, \
    int blockDim, bsrsv2Info_t info, const T *f, T *x, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_bsrxmv(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dir, hipsparseOperation_t trans, int sizeOfMask, int mb, int nb, \
    int nnzb, const T *alpha, const hipsparseMatDescr_t descr, const T *bsrVal, const int *bsrMaskPtr, const int *bsrRowPtr, const int *bsrEndPtr, \
    const int *bsrColInd, int blockDim, const T *x, const T *beta, T *y)
#define HIPSPARSE_csrmv(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, int nnz, const T *alpha, \
    const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, const T *x, const T *beta, \
    T *y)
#define HIPSPARSE_Xcsrsv2_zeroPivot(T, R) (hipsparseHandle_t handle, csrsv2Info_t info, int *position)
#define HIPSPARSE_csrsv2_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz, \
    const hipsparseMatDescr_t descrA, T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrsv2Info_t info, \
    int *pBufferSizeInBytes)
#define HIPSPARSE_csrsv2_bufferSizeExt(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz, \
    const hipsparseMatDescr_t descrA, T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrsv2Info_t info, \
    size_t *pBufferSizeInBytes)
#define HIPSPARSE_csrsv2_analysis(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz, const hipsparseMatDescr_t descrA, \
    const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrsv2Info_t info, hipsparseSolvePolicy_t policy, \
    void *pBuffer)
#define HIPSPARSE_csrsv2_solve(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz, const T *alpha, \
    const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrsv2Info_t info, \
    const T *f, T *x, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_gemvi_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, int nnz, int *pBufferSizeInBytes)
#define HIPSPARSE_gemvi(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, const T *alpha, const T *A, int lda, int nnz, \
    const T *x, const int *xInd, const T *beta, T *y, hipsparseIndexBase_t idxBase, void *pBuffer)
#define HIPSPARSE_hybmv(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, const T *alpha, const hipsparseMatDescr_t descrA, \
    const hipsparseHybMat_t hybA, const T *x, const T *beta, T *y)
#define HIPSPARSE_LEVEL_2(X) HIPSPARSE_SDCZ(X, bsrmv) HIPSPARSE_ONE(X, Xbsrsv2_zeroPivot) HIPSPARSE_SDCZ(X, bsrsv2_bufferSize) \
    HIPSPARSE_SDCZ(X, bsrsv2_bufferSizeExt) HIPSPARSE_SDCZ(X, bsrsv2_analysis) HIPSPARSE_SDCZ(X, bsrsv2_solve) HIPSPARSE_SDCZ(X, bsrxmv) \
    HIPSPARSE_SDCZ(X, csrmv) HIPSPARSE_ONE(X, Xcsrsv2_zeroPivot) HIPSPARSE_SDCZ(X, csrsv2_bufferSize) HIPSPARSE_SDCZ(X, csrsv2_bufferSizeExt) \
    HIPSPARSE_SDCZ(X, csrsv2_analysis) HIPSPARSE_SDCZ(X, csrsv2_solve) HIPSPARSE_SDCZ(X, gemvi_bufferSize) HIPSPARSE_SDCZ(X, gemvi) \
    HIPSPARSE_SDCZ(X, hybmv)

/* Level 3: a sparse and a dense matrix. */
#define HIPSPARSE_bsrmm(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, hipsparseOperation_t transB, \
    int mb, int n, int kb, int nnzb, const T *alpha, const hipsparseMatDescr_t descrA, const T *bsrValA, const int *bsrRowPtrA, \
    const int *bsrColIndA, int blockDim, const T *B, int ldb, const T *beta, T *C, int ldc)
#define HIPSPARSE_Xbsrsm2_zeroPivot(T, R) (hipsparseHandle_t handle, bsrsm2Info_t info, int *position)
#define HIPSPARSE_bsrsm2_bufferSize(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, \
    hipsparseOperation_t transX, int mb, int nrhs, int nnzb, const hipsparseMatDescr_t descrA, T *bsrSortedValA, const int *bsrSortedRowPtrA, \
    const int *bsrSortedColIndA, int blockDim, bsrsm2Info_t info, int *pBufferSizeInBytes)
#define HIPSPARSE_bsrsm2_analysis(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, \
    hipsparseOperation_t transX, int mb, int nrhs, int nnzb, const hipsparseMatDescr_t descrA, const T *bsrSortedValA, \
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_bsrsm2_solve(T, R) (hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, \
    hipsparseOperation_t transX, int mb, int nrhs, int nnzb, const T *alpha, const hipsparseMatDescr_t descrA, const T *bsrSortedValA, \
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrsm2Info_t info, const T *B, int ldb, T *X, int ldx, \
    hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_csrmm(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, int k, int nnz, const T *alpha, \
    const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, const T *B, int ldb, \
    const T *beta, T *C, int ldc)
#define HIPSPARSE_csrmm2(T, R) (hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, int n, int k, int nnz, \
    const T *alpha, const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA, \
    const T *B, int ldb, const T *beta, T *C, int ldc)
#define HIPSPARSE_Xcsrsm2_zeroPivot(T, R) (hipsparseHandle_t handle, csrsm2Info_t info, int *position)
#define HIPSPARSE_csrsm2_bufferSizeExt(T, R) (hipsparseHandle_t handle, int algo, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, \
    int nrhs, int nnz, const T *alpha, const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA, \
    const int *csrSortedColIndA, const T *B, int ldb, csrsm2Info_t info, hipsparseSolvePolicy_t policy, size_t *pBufferSizeInBytes)
#define HIPSPARSE_csrsm2_analysis(T, R) (hipsparseHandle_t handle, int algo, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, \
    int nrhs, int nnz, const T *alpha, const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA, \
    const int *csrSortedColIndA, const T *B, int ldb, csrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_csrsm2_solve(T, R) (hipsparseHandle_t handle, int algo, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, \
    int nrhs, int nnz, const T *alpha, const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA, \
    const int *csrSortedColIndA, T *B, int ldb, csrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer)
#define HIPSPARSE_gemmi(T, R) (hipsparseHandle_t handle, int m, int n, int k, int nnz, const T *alpha, const T *A, int lda, const T *cscValB, \
    const int *cscColPtrB, const int *cscRowIndB, const T *beta, T *C, int ldc)
#define HIPSPARSE_LEVEL_3(X) HIPSPARSE_SDCZ(X, bsrmm) HIPSPARSE_ONE(X, Xbsrsm2_zeroPivot) HIPSPARSE_SDCZ(X, bsrsm2_bufferSize) \
    HIPSPARSE_SDCZ(X, bsrsm2_analysis) HIPSPARSE_SDCZ(X, bsrsm2_solve) HIPSPARSE_SDCZ(X, csrmm) HIPSPARSE_SDCZ(X, csrmm2) \
    HIPSPARSE_ONE(X, Xcsrsm2_zeroPivot) HIPSPARSE_SDCZ(X, csrsm2_bufferSizeExt) HIPSPARSE_SDCZ(X, csrsm2_analysis) HIPSPARSE_SDCZ(X, csrsm2_solve) \
    HIPSPARSE_SDCZ(X, gemmi)

#endif
