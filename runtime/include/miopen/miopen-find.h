/* miopen-find.h: problems and their solutions.
 *
 * Included by miopen.h, which says what all of it needs.
 */
#ifndef HIPVK_MIOPEN_FIND_H
#define HIPVK_MIOPEN_FIND_H

MIOPEN_DECLARE_OBJECT(miopenProblem);
typedef enum {
    miopenProblemDirectionForward = 0, miopenProblemDirectionBackward = 1, miopenProblemDirectionBackwardWeights = 2,
#ifdef MIOPEN_BETA_API
    miopenProblemDirectionInference = 4,
#endif
} miopenProblemDirection_t;
typedef enum {
    miopenTensorArgumentIdInvalid = 0, miopenTensorConvolutionX = 1, miopenTensorConvolutionW = 2, miopenTensorConvolutionY = 3, miopenTensorMhaK = 4,
    miopenTensorMhaQ = 5, miopenTensorMhaV = 6, miopenTensorMhaDescaleK = 7, miopenTensorMhaDescaleQ = 8, miopenTensorMhaDescaleV = 9,
    miopenTensorMhaDescaleS = 10, miopenTensorMhaScaleS = 11, miopenTensorMhaScaleO = 12, miopenTensorMhaDropoutProbability = 13,
    miopenTensorMhaDropoutSeed = 14, miopenTensorMhaDropoutOffset = 15, miopenTensorMhaO = 16, miopenTensorMhaAmaxO = 17,
    miopenTensorMhaAmaxS = 18, miopenTensorMhaM = 19, miopenTensorMhaZInv = 20, miopenTensorMhaDO = 21, miopenTensorMhaDescaleO = 22,
    miopenTensorMhaDescaleDO = 23, miopenTensorMhaDescaleDS = 24, miopenTensorMhaScaleDS = 25, miopenTensorMhaScaleDQ = 26,
    miopenTensorMhaScaleDK = 27, miopenTensorMhaScaleDV = 28, miopenTensorMhaDQ = 29, miopenTensorMhaDK = 30, miopenTensorMhaDV = 31,
    miopenTensorMhaAmaxDQ = 32, miopenTensorMhaAmaxDK = 33, miopenTensorMhaAmaxDV = 34, miopenTensorMhaAmaxDS = 35, miopenTensorMhaBias = 36,
#ifdef MIOPEN_BETA_API
    miopenTensorActivationX = 37, miopenTensorActivationY = 38, miopenTensorActivationDX = 39, miopenTensorActivationDY = 40, miopenTensorBiasX = 41,
    miopenTensorBiasY = 42, miopenTensorBias = 43, miopenTensorSoftmaxX = 44, miopenTensorSoftmaxY = 45, miopenTensorSoftmaxDX = 46,
    miopenTensorSoftmaxDY = 47, miopenTensorBatchnormX = 48, miopenTensorBatchnormY = 49, miopenTensorBatchnormRunningMean = 50,
    miopenTensorBatchnormRunningVariance = 51, miopenTensorBatchnormSavedMean = 52, miopenTensorBatchnormSavedVariance = 53,
    miopenTensorBatchnormScale = 54, miopenTensorBatchnormScaleDiff = 55, miopenTensorBatchnormEstimatedMean = 56,
    miopenTensorBatchnormEstimatedVariance = 57, miopenTensorBatchnormBias = 58, miopenTensorBatchnormBiasDiff = 59, miopenTensorBatchnormDX = 60,
    miopenTensorBatchnormDY = 61,
#endif
    miopenTensorArgumentIsScalar = 1U << 31, miopenTensorMhaMask = miopenTensorArgumentIsScalar | 1,
#ifdef MIOPEN_BETA_API
    miopenScalarBatchnormExpAvgFactor = miopenTensorArgumentIsScalar | 2, miopenScalarBatchnormEpsilon = miopenTensorArgumentIsScalar | 3,
#endif
} miopenTensorArgumentId_t;
typedef enum {
    miopenFindResultsOrderByTime = 0, miopenFindResultsOrderByWorkspaceSize = 1,
} miopenFindResultsOrder_t;
MIOPEN_EXPORT miopenStatus_t miopenCreateConvProblem(miopenProblem_t *problem, miopenConvolutionDescriptor_t operatorDesc,
    miopenProblemDirection_t direction);
typedef enum {
    miopenMhaMaskNone = 0, miopenMhaMaskCausal = 1,
} miopenMhaMask_t;
MIOPEN_EXPORT miopenStatus_t miopenCreateMhaProblem(miopenProblem_t *problem, miopenMhaDescriptor_t operatorDesc, miopenProblemDirection_t direction);
MIOPEN_EXPORT miopenStatus_t miopenCreateMhaDescriptor(miopenMhaDescriptor_t *mhaDesc);
MIOPEN_EXPORT miopenStatus_t miopenSetMhaDescriptor(miopenMhaDescriptor_t mhaDesc, float scale);
MIOPEN_EXPORT miopenStatus_t miopenGetMhaDescriptor(miopenMhaDescriptor_t mhaDesc, float *scale);
MIOPEN_EXPORT miopenStatus_t miopenCreateSoftmaxDescriptor(miopenSoftmaxDescriptor_t *softmaxDesc);
MIOPEN_EXPORT miopenStatus_t miopenSetSoftmaxDescriptor(miopenSoftmaxDescriptor_t softmaxDesc, float alpha, float beta, miopenSoftmaxAlgorithm_t algorithm,
    miopenSoftmaxMode_t mode);
MIOPEN_EXPORT miopenStatus_t miopenGetSoftmaxDescriptor(const miopenSoftmaxDescriptor_t softmaxDesc, float *alpha, float *beta,
    miopenSoftmaxAlgorithm_t *algorithm, miopenSoftmaxMode_t *mode);
MIOPEN_EXPORT miopenStatus_t miopenDestroyProblem(miopenProblem_t problem);
MIOPEN_EXPORT miopenStatus_t miopenSetProblemTensorDescriptor(miopenProblem_t problem, miopenTensorArgumentId_t id,
    const miopenTensorDescriptor_t descriptor);
MIOPEN_DECLARE_OBJECT(miopenFindOptions);
MIOPEN_EXPORT miopenStatus_t miopenCreateFindOptions(miopenFindOptions_t *options);
MIOPEN_EXPORT miopenStatus_t miopenDestroyFindOptions(miopenFindOptions_t options);
MIOPEN_EXPORT miopenStatus_t miopenSetFindOptionTuning(miopenFindOptions_t options, int value);
MIOPEN_EXPORT miopenStatus_t miopenSetFindOptionResultsOrder(miopenFindOptions_t options, miopenFindResultsOrder_t value);
MIOPEN_EXPORT miopenStatus_t miopenSetFindOptionWorkspaceLimit(miopenFindOptions_t options, size_t value);
MIOPEN_EXPORT miopenStatus_t miopenSetFindOptionPreallocatedWorkspace(miopenFindOptions_t options, void *buffer, size_t size);
MIOPEN_EXPORT miopenStatus_t miopenSetFindOptionPreallocatedTensor(miopenFindOptions_t options, miopenTensorArgumentId_t id, void *buffer);
MIOPEN_EXPORT miopenStatus_t miopenSetFindOptionAttachBinaries(miopenFindOptions_t options, unsigned attach);
MIOPEN_DECLARE_OBJECT(miopenSolution);
MIOPEN_EXPORT miopenStatus_t miopenFindSolutions(miopenHandle_t handle, miopenProblem_t problem, miopenFindOptions_t options, miopenSolution_t *solutions,
    size_t *numSolutions, size_t maxSolutions);
struct miopenTensorArgument_t {
    miopenTensorArgumentId_t id;
    miopenTensorDescriptor_t *descriptor;
    void *buffer;
};
typedef struct miopenTensorArgument_t miopenTensorArgument_t;
MIOPEN_EXPORT miopenStatus_t miopenRunSolution(miopenHandle_t handle, miopenSolution_t solution, size_t nInputs, const miopenTensorArgument_t *tensors,
    void *workspace, size_t workspaceSize);
MIOPEN_EXPORT miopenStatus_t miopenDestroySolution(miopenSolution_t solution);
MIOPEN_EXPORT miopenStatus_t miopenLoadSolution(miopenSolution_t *solution, const char *data, size_t size);
MIOPEN_EXPORT miopenStatus_t miopenSaveSolution(miopenSolution_t solution, char *data);
MIOPEN_EXPORT miopenStatus_t miopenGetSolutionSize(miopenSolution_t solution, size_t *size);
MIOPEN_EXPORT miopenStatus_t miopenGetSolutionWorkspaceSize(miopenSolution_t solution, size_t *workspaceSize);
MIOPEN_EXPORT miopenStatus_t miopenGetSolutionTime(miopenSolution_t solution, float *time);
MIOPEN_EXPORT miopenStatus_t miopenGetSolutionSolverId(miopenSolution_t solution, uint64_t *solverId);
MIOPEN_EXPORT miopenStatus_t miopenGetSolverIdConvAlgorithm(uint64_t solverId, miopenConvAlgorithm_t *result);
#ifdef MIOPEN_BETA_API
MIOPEN_EXPORT miopenStatus_t miopenCreateActivationProblem(miopenProblem_t *problem, miopenActivationDescriptor_t operatorDesc,
    miopenProblemDirection_t direction);
MIOPEN_EXPORT miopenStatus_t miopenCreateBatchnormProblem(miopenProblem_t *problem, miopenBatchNormMode_t mode, bool runningMeanVariance,
    miopenProblemDirection_t direction);
MIOPEN_EXPORT miopenStatus_t miopenFuseProblems(miopenProblem_t problem1, miopenProblem_t problem2);
MIOPEN_EXPORT miopenStatus_t miopenCreateBiasProblem(miopenProblem_t *problem, miopenProblemDirection_t direction);
MIOPEN_EXPORT miopenStatus_t miopenCreateSoftmaxProblem(miopenProblem_t *problem, miopenSoftmaxDescriptor_t operatorDesc, miopenProblemDirection_t direction);
#endif

#endif
