/* The C library of tests/torture.sh's programs, as far as they call one. A program's own functions of these names are taken instead. */
#include <stdarg.h>
#include <stddef.h>

#include "program.h"

torture_thread *torture_threads;
extern void __hip_vk_end_thread(void) __attribute__((noreturn));

static torture_thread *self(void) { return torture_threads + __builtin_amdgcn_workitem_id_x(); }

void abort(void) {
  self()->state = TORTURE_ABORTED;
  __hip_vk_end_thread();
}
void exit(int code) {
  self()->code = code;
  self()->state = TORTURE_ENDED;
  __hip_vk_end_thread();
}
void _Exit(int code) { exit(code); }
int atexit(void (*f)(void)) { return 0; }
char *getenv(const char *name) { return 0; }
void (*signal(int number, void (*f)(int)))(int) { return 0; }
int errno;

/* Memory. */
void *memset(void *to, int c, size_t n) {
  char *p = to;
  for (size_t i = 0; i < n; i++) p[i] = c;
  return to;
}
void *memcpy(void *to, const void *from, size_t n) {
  char *p = to;
  for (size_t i = 0; i < n; i++) p[i] = ((const char *)from)[i];
  return to;
}
void *mempcpy(void *to, const void *from, size_t n) { return (char *)memcpy(to, from, n) + n; }
void *memmove(void *to, const void *from, size_t n) {
  char *p = to;
  const char *q = from;
  if (p < q) return memcpy(to, from, n);
  while (n-- > 0) p[n] = q[n];
  return to;
}
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}
void *memchr(const void *a, int c, size_t n) {
  for (const unsigned char *p = a; n > 0; p++, n--)
    if (*p == (unsigned char)c) return (void *)p;
  return 0;
}
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
void bzero(void *to, size_t n) { memset(to, 0, n); }
void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

/* A block has its size in front of it. */
void *malloc(size_t n) {
  torture_thread *thread = self();
  n = (n + 31) & ~(size_t)15;
  if (n > (size_t)(thread->heap_end - thread->heap)) return 0;
  char *block = thread->heap;
  thread->heap += n;
  *(size_t *)block = n;
  return block + 16;
}
void free(void *block) {}
void *calloc(size_t count, size_t size) {
  void *block = malloc(count * size);
  return block ? memset(block, 0, count * size) : 0;
}
void *realloc(void *old, size_t n) {
  void *block = malloc(n);
  if (!block || !old) return block;
  const size_t had = *(size_t *)((char *)old - 16) - 16;
  return memcpy(block, old, had < n ? had : n);
}

/* Strings. */
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}
char *stpcpy(char *to, const char *s) {
  while ((*to = *s++)) to++;
  return to;
}
char *strcpy(char *to, const char *s) {
  stpcpy(to, s);
  return to;
}
char *strncpy(char *to, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) to[i] = s[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}
char *strcat(char *to, const char *s) {
  strcpy(to + strlen(to), s);
  return to;
}
char *strncat(char *to, const char *s, size_t n) {
  char *end = to + strlen(to);
  n = strnlen(s, n);
  memcpy(end, s, n);
  end[n] = 0;
  return to;
}
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}
int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++)
    if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}
char *strchr(const char *s, int c) {
  for (; *s != (char)c; s++)
    if (!*s) return 0;
  return (char *)s;
}
char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}
char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
char *strstr(const char *s, const char *part) {
  const size_t n = strlen(part);
  for (; strncmp(s, part, n); s++)
    if (!*s) return 0;
  return (char *)s;
}
size_t strspn(const char *s, const char *of) {
  size_t n = 0;
  while (s[n] && strchr(of, s[n])) n++;
  return n;
}
size_t strcspn(const char *s, const char *of) {
  size_t n = 0;
  while (s[n] && !strchr(of, s[n])) n++;
  return n;
}
char *strpbrk(const char *s, const char *of) {
  s += strcspn(s, of);
  return *s ? (char *)s : 0;
}
char *strdup(const char *s) { return strcpy(malloc(strlen(s) + 1), s); }

/* Characters and numbers. */
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return isupper(c) || islower(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int isprint(int c) { return c >= 32 && c < 127; }
int toupper(int c) { return islower(c) ? c - 32 : c; }
int tolower(int c) { return isupper(c) ? c + 32 : c; }
int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
int ffs(int x) { return __builtin_ffs(x); }

/* What is printed. Formatting is the host's: a conversion is \1, what the format says of it, 0, and its value: 8 bytes, or a string and its 0. */
int putchar(int c) {
  torture_thread *thread = self();
  if (thread->length < sizeof thread->text) thread->text[thread->length++] = c;
  return (unsigned char)c;
}
int putc(int c, void *file) { return putchar(c); }
int fputc(int c, void *file) { return putchar(c); }
int fputs(const char *s, void *file) {
  while (*s) putchar(*s++);
  return 1;
}
int puts(const char *s) {
  fputs(s, 0);
  putchar('\n');
  return 1;
}
int fflush(void *file) { return 0; }

/* A width or precision, which the format leaves to an argument. */
static void put_small(int v) {
  if (v < 0) putchar('-'), v = -v;
  if (v >= 100) putchar('0' + v / 100 % 10);
  if (v >= 10) putchar('0' + v / 10 % 10);
  putchar('0' + v % 10);
}

/* Returns the number of characters of a format without conversions. */
__attribute__((noinline)) int vprintf(const char *format, va_list list) {
  int plain = 0;
  for (const char *f = format; *f; f++) {
    if (*f != '%' || f[1] == '%') {
      putchar(*f);
      f += *f == '%', plain++;
      continue;
    }
    putchar(1);
    int size = 0, precision = 1 << 30, is_precision = 0;
    for (;; f++) {
      if (!*f) return plain;
      if (*f == '*') {
        const int v = va_arg(list, int);
        if (is_precision) precision = v;
        put_small(v);
      } else if (*f == 'l' || *f == 'z' || *f == 't' || *f == 'j') size++;
      else if (*f == 'h') size--;
      else if (*f != 'L') {
        if (isalpha(*f)) break;
        if (*f == '.') is_precision = 1, precision = 0;
        else if (is_precision) precision = precision * 10 + *f - '0';
        putchar(*f);
      }
    }
    putchar(*f), putchar(0);
    unsigned long v;
    if (*f == 's') {
      const char *s = va_arg(list, const char *);
      for (int i = 0; i < precision && *s; i++) putchar(*s++);
      putchar(0);
      continue;
    }
    if (*f == 'd' || *f == 'i') {
      v = size > 0 ? va_arg(list, long) : va_arg(list, int);
      if (size < 0) v = size == -1 ? (short)v : (signed char)v;
    } else if (*f == 'u' || *f == 'x' || *f == 'X' || *f == 'o') {
      v = size > 0 ? va_arg(list, unsigned long) : va_arg(list, unsigned);
      if (size < 0) v = size == -1 ? (unsigned short)v : (unsigned char)v;
    } else if (*f == 'c') v = va_arg(list, int);
    else if (*f == 'p') v = va_arg(list, unsigned long);
    else {
      const double d = va_arg(list, double);
      memcpy(&v, &d, 8);
    }
    for (int i = 0; i < 8; i++) putchar(v >> 8 * i);
  }
  return plain;
}
int vfprintf(void *file, const char *format, va_list list) { return vprintf(format, list); }
int printf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  return vprintf(format, list);
}
int fprintf(void *file, const char *format, ...) {
  va_list list;
  va_start(list, format);
  return vprintf(format, list);
}

/* Mathematics, by the device libraries. */
#define ONE(name)                                                                \
  double __ocml_##name##_f64(double);                                            \
  float __ocml_##name##_f32(float);                                              \
  double name(double x) { return __ocml_##name##_f64(x); }                       \
  long double name##l(long double x) { return __ocml_##name##_f64(x); }          \
  float name##f(float x) { return __ocml_##name##_f32(x); }
ONE(sqrt) ONE(sin) ONE(cos) ONE(exp) ONE(log) ONE(fabs) ONE(floor) ONE(ceil) ONE(trunc) ONE(rint) ONE(nearbyint) ONE(round)
