// device_printf.h: what printf returns in a kernel.
//
// HIP's printf returns the number of characters it prints, and the host that prints comes too late to say it: so a kernel that
// looks at the result counts them, from the record it has just written. Layout of the record: `passes/device/printf.rs` in
// spirv-gen. Exact for integers, characters, pointers and text; for doubles the digits are counted in double arithmetic, which
// can be off by one where a number is within 1e-15 of having one digit more. Included by device_library.h.
#ifndef HIPVK_HIP_DETAIL_DEVICE_PRINTF_H
#define HIPVK_HIP_DETAIL_DEVICE_PRINTF_H

typedef HIPVK_GLOBAL const char *__hip_vk_text;

struct __hip_vk_arguments {
    HIPVK_GLOBAL const unsigned long long *is_text; // a bit for each piece
    HIPVK_GLOBAL const unsigned long long *at;      // the next piece
    unsigned index, count;
};

struct __hip_vk_conversion {
    bool minus, sign, alternate;
    int width, precision; // precision -1: none
    int bytes;            // of an integer
};

HIPVK_LIBRARY unsigned long long __hip_vk_next_word(__hip_vk_arguments *a) {
    if (a->index >= a->count)
        return 0;
    ++a->index;
    return *a->at++;
}

// The next piece as text: in the record, or at an address; null for none.
HIPVK_LIBRARY __hip_vk_text __hip_vk_next_text(__hip_vk_arguments *a) {
    if (a->index >= a->count)
        return 0;
    bool inside = a->is_text[a->index / 64] >> (a->index % 64) & 1;
    unsigned long long word = __hip_vk_next_word(a);
    if (!inside)
        return (__hip_vk_text)word;
    __hip_vk_text text = (__hip_vk_text)a->at;
    a->at += (word + 7) / 8;
    return word ? text : 0;
}

HIPVK_LIBRARY int __hip_vk_digits(unsigned long long value, unsigned base) {
    int digits = 1;
    while (value >= base) {
        value /= base;
        ++digits;
    }
    return digits;
}

HIPVK_LIBRARY int __hip_vk_integer_length(const __hip_vk_conversion *c, char letter, unsigned long long word) {
    int drop = 64 - 8 * c->bytes, prefix = 0;
    unsigned long long value = word << drop >> drop;
    if (letter == 'd' || letter == 'i') {
        long long number = (long long)(word << drop) >> drop;
        prefix = number < 0 || c->sign;
        value = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    }
    unsigned base = letter == 'o' ? 8 : letter == 'x' || letter == 'X' ? 16 : 10;
    int digits = value == 0 && c->precision == 0 ? 0 : __hip_vk_digits(value, base);
    if (c->alternate && base == 16 && value != 0)
        prefix = 2;
    int body = digits > c->precision ? digits : c->precision;
    if (c->alternate && base == 8 && body == digits && (value != 0 || digits == 0))
        ++body;
    return prefix + body;
}

HIPVK_LIBRARY int __hip_vk_text_length(const __hip_vk_conversion *c, __hip_vk_text text) {
    int length = 0;
    while (text && (c->precision < 0 || length < c->precision) && text[length])
        ++length;
    return length;
}

HIPVK_LIBRARY double __hip_vk_power_of_ten(int exponent) {
    double power = 1;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; --i)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

// The decimal exponent of `value` rounded to `digits` significant digits.
HIPVK_LIBRARY int __hip_vk_exponent(double value, int digits) {
    if (value == 0)
        return 0;
    int exponent = 0;
    for (; value >= 1e16; value /= 1e16)
        exponent += 16;
    for (; value < 1e-15; value *= 1e16)
        exponent -= 16;
    for (; value >= 10; value /= 10)
        ++exponent;
    for (; value < 1; value *= 10)
        --exponent;
    return value + 0.5 * __hip_vk_power_of_ten(1 - digits) >= 10 ? exponent + 1 : exponent;
}

HIPVK_LIBRARY int __hip_vk_scientific_length(int exponent, int fraction, bool point) {
    int magnitude = exponent < 0 ? -exponent : exponent;
    return 1 + (fraction > 0 || point) + fraction + 2 + (magnitude >= 100 ? 3 : 2);
}

HIPVK_LIBRARY int __hip_vk_shorter_length(double value, int precision, bool keep) {
    int digits = precision == 0 ? 1 : precision, exponent = __hip_vk_exponent(value, digits), used = digits;
    if (!keep && value == 0)
        used = 1;
    if (!keep && value != 0) {
        if (used > 17)
            used = 17;
        int shift = used - 1 - exponent;
        double scaled = shift > 300 ? value * 1e300 * __hip_vk_power_of_ten(shift - 300)
                                    : value * __hip_vk_power_of_ten(shift);
        unsigned long long all = (unsigned long long)(scaled + 0.5);
        while (used > 1 && all % 10 == 0) {
            all /= 10;
            --used;
        }
    }
    if (exponent < -4 || exponent >= digits)
        return __hip_vk_scientific_length(exponent, used - 1, keep);
    if (exponent < 0)
        return 1 - exponent + used;
    int fraction = used > exponent + 1 ? used - exponent - 1 : 0;
    return exponent + 1 + (fraction > 0 || keep) + fraction;
}

HIPVK_LIBRARY int __hip_vk_hexadecimal_length(unsigned long long bits, int precision, bool point) {
    unsigned long long fraction = bits & ((1ull << 52) - 1);
    int biased = (int)(bits >> 52) & 0x7ff, digits = 13;
    int exponent = biased ? biased - 1023 : fraction ? -1022 : 0;
    for (; digits > 0 && (fraction & 15) == 0; fraction >>= 4)
        --digits;
    if (precision >= 0)
        digits = precision;
    return 2 + 1 + (digits > 0 || point) + digits + 2 + __hip_vk_digits(exponent < 0 ? -exponent : exponent, 10);
}

HIPVK_LIBRARY int __hip_vk_float_length(const __hip_vk_conversion *c, char letter, unsigned long long bits) {
    int prefix = bits >> 63 || c->sign, precision = c->precision < 0 ? 6 : c->precision;
    bits &= ~0ull >> 1;
    double value = __builtin_bit_cast(double, bits);
    if (bits >= 0x7ffull << 52)
        return prefix + 3;
    if (letter == 'a')
        return prefix + __hip_vk_hexadecimal_length(bits, c->precision, c->alternate);
    if (letter == 'e')
        return prefix + __hip_vk_scientific_length(__hip_vk_exponent(value, precision + 1), precision, c->alternate);
    if (letter == 'g')
        return prefix + __hip_vk_shorter_length(value, precision, c->alternate);
    if (precision < 17)
        value += 0.5 * __hip_vk_power_of_ten(-precision);
    int whole = value < 10 ? 1 : __hip_vk_exponent(value, 18) + 1;
    return prefix + whole + (precision > 0 || c->alternate) + precision;
}

// A number in a format, or the next argument for a star.
HIPVK_LIBRARY int __hip_vk_count(__hip_vk_text *format, __hip_vk_arguments *a, int missing) {
    if (**format == '*') {
        ++*format;
        return (int)__hip_vk_next_word(a);
    }
    int count = **format >= '0' && **format <= '9' ? 0 : missing;
    for (; **format >= '0' && **format <= '9'; ++*format)
        if (count < 4096)
            count = count * 10 + (**format - '0');
    return count < 4096 ? count : 4096;
}

// The conversion behind a percent sign, up to its letter.
HIPVK_LIBRARY __hip_vk_conversion __hip_vk_read_conversion(__hip_vk_text *format, __hip_vk_arguments *a) {
    __hip_vk_conversion c = {false, false, false, 0, -1, 4};
    for (;; ++*format) {
        char flag = **format;
        c.sign |= flag == '+' || flag == ' ';
        c.alternate |= flag == '#';
        if (flag != '-' && flag != '+' && flag != ' ' && flag != '#' && flag != '0' && flag != '\'')
            break;
    }
    c.width = __hip_vk_count(format, a, 0);
    if (c.width < 0)
        c.width = -c.width;
    if (**format == '.') {
        ++*format;
        c.precision = __hip_vk_count(format, a, 0);
    }
    for (;; ++*format) {
        char length = **format;
        if (length == 'h')
            c.bytes = c.bytes == 2 ? 1 : 2;
        else if (length == 'l' || length == 'L' || length == 'q' || length == 'j' || length == 'z' || length == 't')
            c.bytes = 8;
        else
            break;
    }
    return c;
}

// Characters that one conversion prints.
HIPVK_LIBRARY int __hip_vk_conversion_length(__hip_vk_text *format, __hip_vk_arguments *a) {
    __hip_vk_conversion c = __hip_vk_read_conversion(format, a);
    char letter = **format;
    if (letter)
        ++*format;
    int length = 0;
    if (letter == 'n') {
        __hip_vk_next_word(a);
        return 0;
    }
    if (letter == 's')
        length = __hip_vk_text_length(&c, __hip_vk_next_text(a));
    else if (letter == 'c') {
        __hip_vk_next_word(a);
        length = 1;
    } else if (letter == 'p') {
        unsigned long long word = __hip_vk_next_word(a);
        length = word ? 2 + __hip_vk_digits(word, 16) : 5; // "(nil)"
    } else if (letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o')
        length = __hip_vk_integer_length(&c, letter, __hip_vk_next_word(a));
    else if (letter)
        length = __hip_vk_float_length(&c, (char)(letter | 0x20), __hip_vk_next_word(a));
    return length > c.width ? length : c.width;
}

extern "C" HIPVK_LIBRARY_ROOT int __hip_vk_printf_length(HIPVK_GLOBAL const char *record) {
    __hip_vk_arguments a;
    a.count = *(HIPVK_GLOBAL const unsigned *)(record + 8) >> 1;
    a.index = 0;
    a.is_text = (HIPVK_GLOBAL const unsigned long long *)(record + 12);
    a.at = a.is_text + (a.count + 63) / 64;
    __hip_vk_text format = __hip_vk_next_text(&a);
    int length = 0;
    while (format && *format) {
        if (*format++ != '%')
            ++length;
        else if (*format == '%') {
            ++format;
            ++length;
        } else
            length += __hip_vk_conversion_length(&format, &a);
    }
    return length;
}

#endif // HIPVK_HIP_DETAIL_DEVICE_PRINTF_H
