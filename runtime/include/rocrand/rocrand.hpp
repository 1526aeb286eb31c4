/* rocrand.hpp: rocrand.h's generators as C++ classes, which throw, and distributions in the manner of <random>, which fill arrays. Names are those of ROCm
 * 7's rocRAND (4.0). Where a program brings rocRAND's own headers for its device functions, they are included as ROCm's does. C++11.
 */
#ifndef ROCRAND_HPP_
#define ROCRAND_HPP_

#include <rocrand/rocrand.h>
#if defined(__has_include)
#if __has_include(<rocrand/rocrand_kernel.h>)
#include <rocrand/rocrand_kernel.h>
#endif
#endif

#include <exception>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

namespace rocrand_cpp {

class error : public std::exception {
public:
  typedef rocrand_status error_type;
  explicit error(error_type code) noexcept : code(code), text(to_string(code)) {}
  error_type error_code() const noexcept { return code; }
  std::string error_string() const noexcept { return text; }
  const char *what() const noexcept override { return text.c_str(); }

  static std::string to_string(error_type code) {
    switch (code) {
    case ROCRAND_STATUS_SUCCESS: return "no error";
    case ROCRAND_STATUS_VERSION_MISMATCH: return "header and library are of different versions";
    case ROCRAND_STATUS_NOT_CREATED: return "no generator, or one that was destroyed";
    case ROCRAND_STATUS_ALLOCATION_FAILED: return "no memory";
    case ROCRAND_STATUS_TYPE_ERROR: return "not for this type of generator";
    case ROCRAND_STATUS_OUT_OF_RANGE: return "an argument is out of range";
    case ROCRAND_STATUS_LENGTH_NOT_MULTIPLE: return "the length is no multiple of the dimensions";
    case ROCRAND_STATUS_DOUBLE_PRECISION_REQUIRED: return "the device has no doubles";
    case ROCRAND_STATUS_LAUNCH_FAILURE: return "a kernel was not launched";
    case ROCRAND_STATUS_INTERNAL_ERROR: return "an error of the library's own";
    }
    return "status " + std::to_string(static_cast<int>(code));
  }
  friend bool operator==(const error &a, const error &b) { return a.code == b.code; }
  friend bool operator!=(const error &a, const error &b) { return !(a == b); }

private:
  error_type code;
  std::string text;
};

namespace detail {

inline void check(rocrand_status status) {
  if (status != ROCRAND_STATUS_SUCCESS) throw error(status);
}

inline rocrand_status words(rocrand_generator g, unsigned char *out, size_t n) { return rocrand_generate_char(g, out, n); }
inline rocrand_status words(rocrand_generator g, unsigned short *out, size_t n) { return rocrand_generate_short(g, out, n); }
inline rocrand_status words(rocrand_generator g, unsigned int *out, size_t n) { return rocrand_generate(g, out, n); }
inline rocrand_status words(rocrand_generator g, unsigned long long *out, size_t n) { return rocrand_generate_long_long(g, out, n); }
inline rocrand_status uniform(rocrand_generator g, float *out, size_t n) { return rocrand_generate_uniform(g, out, n); }
inline rocrand_status uniform(rocrand_generator g, double *out, size_t n) { return rocrand_generate_uniform_double(g, out, n); }
inline rocrand_status uniform(rocrand_generator g, half *out, size_t n) { return rocrand_generate_uniform_half(g, out, n); }
inline rocrand_status normal(rocrand_generator g, float *out, size_t n, float m, float s) { return rocrand_generate_normal(g, out, n, m, s); }
inline rocrand_status normal(rocrand_generator g, double *out, size_t n, double m, double s) { return rocrand_generate_normal_double(g, out, n, m, s); }
inline rocrand_status normal(rocrand_generator g, half *out, size_t n, half m, half s) { return rocrand_generate_normal_half(g, out, n, m, s); }
inline rocrand_status log_normal(rocrand_generator g, float *out, size_t n, float m, float s) { return rocrand_generate_log_normal(g, out, n, m, s); }
inline rocrand_status log_normal(rocrand_generator g, double *out, size_t n, double m, double s) {
  return rocrand_generate_log_normal_double(g, out, n, m, s);
}
inline rocrand_status log_normal(rocrand_generator g, half *out, size_t n, half m, half s) { return rocrand_generate_log_normal_half(g, out, n, m, s); }

template <class T> struct is_real {
  static const bool value = std::is_same<T, float>::value || std::is_same<T, double>::value || std::is_same<T, half>::value;
};

/* Whose generator a distribution uses. */
struct handle {
  template <class Engine> static rocrand_generator of(Engine &engine) { return engine.m_generator; }
};

/* A generator, moved and not copied, which goes with its object. */
template <rocrand_rng_type Type, class Result, unsigned Least> class engine {
public:
  typedef Result result_type;
  typedef rocrand_ordering order_type;

  engine(const engine &) = delete;
  engine &operator=(const engine &) = delete;
  engine(engine &&other) noexcept : m_generator(other.m_generator) { other.m_generator = nullptr; }
  engine &operator=(engine &&other) noexcept {
    (void)rocrand_destroy_generator(m_generator);
    m_generator = other.m_generator;
    other.m_generator = nullptr;
    return *this;
  }
  ~engine() noexcept(false) {
    const rocrand_status status = rocrand_destroy_generator(m_generator);
    if (status != ROCRAND_STATUS_NOT_CREATED) check(status);
  }

  void stream(hipStream_t value) { check(rocrand_set_stream(m_generator, value)); }
  void order(order_type value) { check(rocrand_set_ordering(m_generator, value)); }
  /* As many integers, to memory of the device. */
  void operator()(result_type *output, size_t size) { check(words(m_generator, output, size)); }

  static constexpr result_type min() { return Least; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  static constexpr rocrand_rng_type type() { return Type; }

protected:
  engine() : m_generator(nullptr) { check(rocrand_create_generator(&m_generator, Type)); }
  /* Takes a generator over. */
  explicit engine(rocrand_generator &generator) : m_generator(generator) {
    if (!generator) throw error(ROCRAND_STATUS_NOT_CREATED);
    generator = nullptr;
  }
  rocrand_generator m_generator;
  friend struct handle;
};

template <rocrand_rng_type Type, class Result, unsigned Least> class seeded_engine : public engine<Type, Result, Least> {
public:
  typedef unsigned long long offset_type;
  typedef unsigned long long seed_type;
  void seed(seed_type value) { check(rocrand_set_seed(this->m_generator, value)); }

protected:
  seeded_engine(seed_type seed_value, rocrand_ordering order_value) {
    this->order(order_value);
    seed(seed_value);
  }
  explicit seeded_engine(rocrand_generator &generator) : engine<Type, Result, Least>(generator) {}
};

template <rocrand_rng_type Type, class Result, unsigned Least> class offset_engine : public seeded_engine<Type, Result, Least> {
public:
  void offset(unsigned long long value) { check(rocrand_set_offset(this->m_generator, value)); }

protected:
  offset_engine(unsigned long long seed_value, unsigned long long offset_value, rocrand_ordering order_value)
      : seeded_engine<Type, Result, Least>(seed_value, order_value) {
    if (offset_value > 0) offset(offset_value);
  }
  explicit offset_engine(rocrand_generator &generator) : seeded_engine<Type, Result, Least>(generator) {}
};

template <rocrand_rng_type Type, class Result> class quasi_engine : public engine<Type, Result, 0> {
public:
  typedef unsigned long long offset_type;
  typedef unsigned int dimensions_num_type;
  void offset(offset_type value) { check(rocrand_set_offset(this->m_generator, value)); }
  void dimensions(dimensions_num_type value) { check(rocrand_set_quasi_random_generator_dimensions(this->m_generator, value)); }

protected:
  quasi_engine(dimensions_num_type dimensions_value, offset_type offset_value, rocrand_ordering order_value) {
    this->order(order_value);
    if (offset_value > 0) offset(offset_value);
    dimensions(dimensions_value);
  }
  explicit quasi_engine(rocrand_generator &generator) : engine<Type, Result, 0>(generator) {}
};

/* Mean and deviation, of normal distributions. */
template <class T, class Distribution> class normal_parameters {
public:
  typedef Distribution distribution_type;
  normal_parameters(T mean = 0.0, T stddev = 1.0) : first(mean), second(stddev) {}
  T mean() const { return first; }
  T stddev() const { return second; }
  T m() const { return first; }
  T s() const { return second; }
  bool operator==(const normal_parameters &other) const { return first == other.first && second == other.second; }
  bool operator!=(const normal_parameters &other) const { return !(*this == other); }

private:
  T first, second;
};

}  // namespace detail

template <class IntType = unsigned int> class uniform_int_distribution {
  static_assert(std::is_same<unsigned char, IntType>::value || std::is_same<unsigned short, IntType>::value ||
                    std::is_same<unsigned int, IntType>::value || std::is_same<unsigned long long, IntType>::value,
                "unsigned char, short, int or long long");

public:
  typedef IntType result_type;
  static void reset() {}
  static constexpr IntType min() { return 0; }
  static constexpr IntType max() { return std::numeric_limits<IntType>::max(); }
  template <class Generator> void operator()(Generator &g, IntType *output, size_t size) {
    detail::check(detail::words(detail::handle::of(g), output, size));
  }
  bool operator==(const uniform_int_distribution &) const { return true; }
  bool operator!=(const uniform_int_distribution &) const { return false; }
};

/* Above 0, up to and with 1. */
template <class RealType = float> class uniform_real_distribution {
  static_assert(detail::is_real<RealType>::value, "float, double or half");

public:
  typedef RealType result_type;
  static void reset() {}
  static constexpr RealType min() { return static_cast<RealType>(2.3283064365386963e-10); }
  static constexpr RealType max() { return 1.0; }
  template <class Generator> void operator()(Generator &g, RealType *output, size_t size) {
    detail::check(detail::uniform(detail::handle::of(g), output, size));
  }
  bool operator==(const uniform_real_distribution &) const { return true; }
  bool operator!=(const uniform_real_distribution &) const { return false; }
};

template <class RealType = float> class normal_distribution {
  static_assert(detail::is_real<RealType>::value, "float, double or half");

public:
  typedef RealType result_type;
  typedef detail::normal_parameters<RealType, normal_distribution> param_type;
  normal_distribution(RealType mean = 0.0, RealType stddev = 1.0) : parameters(mean, stddev) {}
  explicit normal_distribution(const param_type &params) : parameters(params) {}
  static void reset() {}
  RealType mean() const { return parameters.mean(); }
  RealType stddev() const { return parameters.stddev(); }
  static constexpr RealType min() { return std::numeric_limits<RealType>::lowest(); }
  static constexpr RealType max() { return std::numeric_limits<RealType>::max(); }
  param_type param() const { return parameters; }
  void param(const param_type &params) { parameters = params; }
  template <class Generator> void operator()(Generator &g, RealType *output, size_t size) {
    detail::check(detail::normal(detail::handle::of(g), output, size, mean(), stddev()));
  }
  bool operator==(const normal_distribution &other) const { return parameters == other.parameters; }
  bool operator!=(const normal_distribution &other) const { return !(*this == other); }

private:
  param_type parameters;
};

template <class RealType = float> class lognormal_distribution {
  static_assert(detail::is_real<RealType>::value, "float, double or half");

public:
  typedef RealType result_type;
  typedef detail::normal_parameters<RealType, lognormal_distribution> param_type;
  lognormal_distribution(RealType m = 0.0, RealType s = 1.0) : parameters(m, s) {}
  explicit lognormal_distribution(const param_type &params) : parameters(params) {}
  static void reset() {}
  RealType m() const { return parameters.m(); }
  RealType s() const { return parameters.s(); }
  static constexpr RealType min() { return 0; }
  static constexpr RealType max() { return std::numeric_limits<RealType>::max(); }
  param_type param() const { return parameters; }
  void param(const param_type &params) { parameters = params; }
  template <class Generator> void operator()(Generator &g, RealType *output, size_t size) {
    detail::check(detail::log_normal(detail::handle::of(g), output, size, m(), s()));
  }
  bool operator==(const lognormal_distribution &other) const { return parameters == other.parameters; }
  bool operator!=(const lognormal_distribution &other) const { return !(*this == other); }

private:
  param_type parameters;
};

template <class IntType = unsigned int> class poisson_distribution {
  static_assert(std::is_same<unsigned int, IntType>::value, "unsigned int");

public:
  typedef IntType result_type;
  class param_type {
  public:
    typedef poisson_distribution distribution_type;
    param_type(double mean = 1.0) : lambda(mean) {}
    double mean() const { return lambda; }
    bool operator==(const param_type &other) const { return lambda == other.lambda; }
    bool operator!=(const param_type &other) const { return !(*this == other); }

  private:
    double lambda;
  };
  poisson_distribution(double mean = 1.0) : parameters(mean) {}
  explicit poisson_distribution(const param_type &params) : parameters(params) {}
  static void reset() {}
  double mean() const { return parameters.mean(); }
  static constexpr IntType min() { return 0; }
  static constexpr IntType max() { return std::numeric_limits<IntType>::max(); }
  param_type param() const { return parameters; }
  void param(const param_type &params) { parameters = params; }
  template <class Generator> void operator()(Generator &g, IntType *output, size_t size) {
    detail::check(rocrand_generate_poisson(detail::handle::of(g), output, size, mean()));
  }
  bool operator==(const poisson_distribution &other) const { return parameters == other.parameters; }
  bool operator!=(const poisson_distribution &other) const { return !(*this == other); }

private:
  param_type parameters;
};

/* Engines: seed, offset and order; those that have no offset; and numbers of dimensions. */
#define HIPVK_ROCRAND_OFFSET_ENGINE(name, TYPE, Result, least, seed_of_all) \
  template <unsigned long long DefaultSeed = seed_of_all> class name : public detail::offset_engine<TYPE, Result, least> { \
  public: \
    static constexpr unsigned long long default_seed = DefaultSeed; \
    name(unsigned long long seed_value = DefaultSeed, unsigned long long offset_value = 0, \
         rocrand_ordering order_value = ROCRAND_ORDERING_PSEUDO_DEFAULT) \
        : detail::offset_engine<TYPE, Result, least>(seed_value, offset_value, order_value) {} \
    explicit name(rocrand_generator &generator) : detail::offset_engine<TYPE, Result, least>(generator) {} \
  }; \
  template <unsigned long long DefaultSeed> constexpr unsigned long long name<DefaultSeed>::default_seed;
HIPVK_ROCRAND_OFFSET_ENGINE(xorwow_engine, ROCRAND_RNG_PSEUDO_XORWOW, unsigned int, 0, 0)
HIPVK_ROCRAND_OFFSET_ENGINE(mrg31k3p_engine, ROCRAND_RNG_PSEUDO_MRG31K3P, unsigned int, 1, 12345)
HIPVK_ROCRAND_OFFSET_ENGINE(mrg32k3a_engine, ROCRAND_RNG_PSEUDO_MRG32K3A, unsigned int, 1, 12345)
HIPVK_ROCRAND_OFFSET_ENGINE(philox4x32_10_engine, ROCRAND_RNG_PSEUDO_PHILOX4_32_10, unsigned int, 0, 0xdeadbeefdeadbeef)
HIPVK_ROCRAND_OFFSET_ENGINE(threefry2x32_20_engine, ROCRAND_RNG_PSEUDO_THREEFRY2_32_20, unsigned int, 0, 0)
HIPVK_ROCRAND_OFFSET_ENGINE(threefry2x64_20_engine, ROCRAND_RNG_PSEUDO_THREEFRY2_64_20, unsigned long long, 0, 0)
HIPVK_ROCRAND_OFFSET_ENGINE(threefry4x32_20_engine, ROCRAND_RNG_PSEUDO_THREEFRY4_32_20, unsigned int, 0, 0)
HIPVK_ROCRAND_OFFSET_ENGINE(threefry4x64_20_engine, ROCRAND_RNG_PSEUDO_THREEFRY4_64_20, unsigned long long, 0, 0)
#undef HIPVK_ROCRAND_OFFSET_ENGINE

#define HIPVK_ROCRAND_SEEDED_ENGINE(name, TYPE) \
  template <unsigned long long DefaultSeed = 0> class name : public detail::seeded_engine<TYPE, unsigned int, 0> { \
  public: \
    static constexpr unsigned long long default_seed = DefaultSeed; \
    name(unsigned long long seed_value = DefaultSeed, rocrand_ordering order_value = ROCRAND_ORDERING_PSEUDO_DEFAULT) \
        : detail::seeded_engine<TYPE, unsigned int, 0>(seed_value, order_value) {} \
    explicit name(rocrand_generator &generator) : detail::seeded_engine<TYPE, unsigned int, 0>(generator) {} \
  }; \
  template <unsigned long long DefaultSeed> constexpr unsigned long long name<DefaultSeed>::default_seed;
HIPVK_ROCRAND_SEEDED_ENGINE(mtgp32_engine, ROCRAND_RNG_PSEUDO_MTGP32)
HIPVK_ROCRAND_SEEDED_ENGINE(mt19937_engine, ROCRAND_RNG_PSEUDO_MT19937)
#undef HIPVK_ROCRAND_SEEDED_ENGINE

/* Four seeds, or one. */
template <unsigned int X = 2, unsigned int Y = 8, unsigned int Z = 16, unsigned int W = 128>
class lfsr113_engine : public detail::engine<ROCRAND_RNG_PSEUDO_LFSR113, unsigned int, 0> {
  typedef detail::engine<ROCRAND_RNG_PSEUDO_LFSR113, unsigned int, 0> base;

public:
  typedef unsigned long long offset_type;
  typedef uint4 seed_type;
  static constexpr seed_type default_seed = {X, Y, Z, W};
  lfsr113_engine(seed_type seed_value = {X, Y, Z, W}, rocrand_ordering order_value = ROCRAND_ORDERING_PSEUDO_DEFAULT) {
    this->order(order_value);
    seed(seed_value);
  }
  lfsr113_engine(unsigned long long seed_value, rocrand_ordering order_value = ROCRAND_ORDERING_PSEUDO_DEFAULT) {
    this->order(order_value);
    seed(seed_value);
  }
  explicit lfsr113_engine(rocrand_generator &generator) : base(generator) {}
  void seed(unsigned long long value) { detail::check(rocrand_set_seed(this->m_generator, value)); }
  void seed(seed_type value) { detail::check(rocrand_set_seed_uint4(this->m_generator, value)); }
};
template <unsigned int X, unsigned int Y, unsigned int Z, unsigned int W>
constexpr typename lfsr113_engine<X, Y, Z, W>::seed_type lfsr113_engine<X, Y, Z, W>::default_seed;

#define HIPVK_ROCRAND_QUASI_ENGINE(name, TYPE, Result) \
  template <unsigned int DefaultNumDimensions = 1> class name : public detail::quasi_engine<TYPE, Result> { \
  public: \
    static constexpr unsigned int default_num_dimensions = DefaultNumDimensions; \
    name(unsigned int num_of_dimensions = DefaultNumDimensions, unsigned long long offset_value = 0, \
         rocrand_ordering order_value = ROCRAND_ORDERING_QUASI_DEFAULT) \
        : detail::quasi_engine<TYPE, Result>(num_of_dimensions, offset_value, order_value) {} \
    name(unsigned int num_of_dimensions, rocrand_ordering order_value) : detail::quasi_engine<TYPE, Result>(num_of_dimensions, 0, order_value) {} \
    explicit name(rocrand_generator &generator) : detail::quasi_engine<TYPE, Result>(generator) {} \
  }; \
  template <unsigned int DefaultNumDimensions> constexpr unsigned int name<DefaultNumDimensions>::default_num_dimensions;
HIPVK_ROCRAND_QUASI_ENGINE(sobol32_engine, ROCRAND_RNG_QUASI_SOBOL32, unsigned int)
HIPVK_ROCRAND_QUASI_ENGINE(scrambled_sobol32_engine, ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32, unsigned int)
HIPVK_ROCRAND_QUASI_ENGINE(sobol64_engine, ROCRAND_RNG_QUASI_SOBOL64, unsigned long long)
HIPVK_ROCRAND_QUASI_ENGINE(scrambled_sobol64_engine, ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64, unsigned long long)
#undef HIPVK_ROCRAND_QUASI_ENGINE

typedef philox4x32_10_engine<> philox4x32_10;
typedef xorwow_engine<> xorwow;
typedef mrg31k3p_engine<> mrg31k3p;
typedef mrg32k3a_engine<> mrg32k3a;
typedef mtgp32_engine<> mtgp32;
typedef lfsr113_engine<> lfsr113;
typedef mt19937_engine<> mt19937;
typedef threefry2x32_20_engine<> threefry2x32;
typedef threefry2x64_20_engine<> threefry2x64;
typedef threefry4x32_20_engine<> threefry4x32;
typedef threefry4x64_20_engine<> threefry4x64;
typedef sobol32_engine<> sobol32;
typedef scrambled_sobol32_engine<> scrambled_sobol32;
typedef sobol64_engine<> sobol64;
typedef scrambled_sobol64_engine<> scrambled_sobol64;
typedef xorwow default_random_engine;
typedef std::random_device random_device;

/* The library's, as ROCRAND_VERSION. */
inline int version() {
  int number;
  detail::check(rocrand_get_version(&number));
  return number;
}

}  // namespace rocrand_cpp

#endif
