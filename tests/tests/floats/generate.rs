//! Random C++ of floats: what goes wrong when a compiler takes floats for real numbers.
//!
//! A program is one function of a thread's inputs (prelude.h), the same for host and device: cancelled sums, two-sum, Kahan's and Dekker's
//! sums, comparisons in all forms, minima, conversions between all widths and integers, fma, division, roots, loops and branches; and nested
//! expressions of few variables and plain constants, which drivers have rules for.
//! Where clang may contract, products go to variables of their own (`p`) that no sum reads: then every bit is fixed there too.

use super::random::Rng;

/// A float type: its name in prelude.h, the prefix of its variables, the suffix of its literals.
struct Width {
    name: &'static str,
    prefix: char,
    literals: &'static [&'static str],
}

const WIDTHS: [Width; 3] = [
    Width {
        name: "D",
        prefix: 'd',
        literals: &["0.0", "-0.0", "1.0", "-1.0", "3.0", "0x1p52", "0x1p-1022", "1e300", "z(0x1p-1074)", "0x1p-53"],
    },
    Width {
        name: "F",
        prefix: 'f',
        literals: &["0.0f", "-0.0f", "1.0f", "-1.0f", "0.5f", "3.0f", "0x1p23f", "0x1p-126f", "1e38f", "4096.0f"],
    },
    Width {
        name: "H",
        prefix: 'h',
        literals: &["(H)0.0f", "(H)-0.0f", "(H)1.0f", "(H)-1.0f", "(H)0.5f", "(H)3.0f", "(H)1024.0f", "(H)65504.0f"],
    },
];

/// Variables of one kind that sums may read, and of those for products.
const SUMS: usize = 4;
const PRODUCTS: usize = 2;
const INTS: usize = 3;
/// Values of each kind that a thread gets.
const VALUES: usize = 6;

/// The whole source: `count` programs from `seed` on. `contracts`: clang may contract, so products are kept from sums.
pub fn source(prelude: &str, seed: u64, count: u64, contracts: bool) -> String {
    let mut text = format!("#include \"{prelude}\"\n");
    for number in seed..seed + count {
        text += &format!("PROGRAM({number}, program{number})\n");
        text += &Program::new(number, contracts).text();
    }
    text += "int main() {\n  int failed = 0;\n";
    for number in seed..seed + count {
        text += &format!("  failed += run(\"program{number}\", program{number}, kernel_program{number});\n");
    }
    text + "  return failed != 0;\n}\n"
}

struct Program {
    rng: Rng,
    contracts: bool,
    text: String,
    depth: usize,
    temporaries: usize,
}

impl Program {
    fn new(seed: u64, contracts: bool) -> Self {
        let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| _ = rng.next());
        let text = format!("BOTH void program{seed}(const In &in, Bits *out) {{\n");
        Self { rng, contracts, text, depth: 1, temporaries: 0 }
    }

    fn text(mut self) -> String {
        for width in &WIDTHS {
            for k in 0..SUMS {
                self.line(&format!("{} {}{k} = in.{}[{k}];", width.name, width.prefix, width.prefix));
            }
            for k in 0..PRODUCTS {
                self.line(&format!("{} p{}{k} = in.{}[{}];", width.name, width.prefix, width.prefix, SUMS + k));
            }
        }
        for k in 0..INTS {
            self.line(&format!("unsigned i{k} = in.i[{k}];"));
            self.line(&format!("Bits l{k} = in.l[{k}];"));
        }
        let statements = 10 + self.rng.below(14);
        (0..statements).for_each(|_| self.statement(2));
        self.results();
        self.text + "}\n"
    }

    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        self.text += &format!("{indent}{text}\n");
    }

    fn results(&mut self) {
        let mut at = 0;
        for width in &WIDTHS {
            let sums = (0..SUMS).map(|k| format!("{}{k}", width.prefix));
            let products = (0..PRODUCTS).map(|k| format!("p{}{k}", width.prefix));
            for name in sums.chain(products).collect::<Vec<_>>() {
                self.line(&format!("out[{at}] = bits({name});"));
                at += 1;
            }
        }
        for k in 0..INTS {
            self.line(&format!("out[{at}] = bits(i{k}), out[{}] = bits(l{k});", at + 1));
            at += 2;
        }
        self.line(&format!("for (unsigned k = {at}; k < OUTPUTS; k++) out[k] = 0;"));
    }

    fn width(&mut self) -> &'static Width {
        // Halves less often: each is one more conversion.
        &WIDTHS[[0, 0, 1, 1, 1, 2][self.rng.below(6)]]
    }

    /// What a sum may read.
    fn term(&mut self, width: &Width) -> String {
        match self.rng.below(8) {
            0 => self.rng.pick(width.literals).to_owned(),
            1 => format!("in.{}[{}]", width.prefix, self.rng.below(VALUES)),
            2 if !self.contracts => format!("p{}{}", width.prefix, self.rng.below(PRODUCTS)),
            _ => format!("{}{}", width.prefix, self.rng.below(SUMS)),
        }
    }

    /// What anything but a sum may read.
    fn any(&mut self, width: &Width) -> String {
        if self.rng.below(4) == 0 {
            return format!("p{}{}", width.prefix, self.rng.below(PRODUCTS));
        }
        self.term(width)
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("t{}", self.temporaries)
    }

    fn statement(&mut self, nesting: usize) {
        match self.rng.below(16) {
            0 | 1 if nesting > 0 => self.branch(nesting - 1),
            2 if nesting > 0 => self.repeat(nesting - 1),
            3 => self.two_sum(),
            4 => self.kahan(),
            5 if !self.contracts => self.two_product(),
            10 | 11 if !self.contracts => self.expression(),
            6 | 7 => self.integer(),
            8 | 9 => self.product(),
            _ => self.sum(),
        }
    }

    fn nested(&mut self, head: &str, count: usize, nesting: usize) {
        self.line(head);
        self.depth += 1;
        (0..count).for_each(|_| self.statement(nesting));
        self.depth -= 1;
    }

    fn branch(&mut self, nesting: usize) {
        let condition = self.condition();
        let (yes, no) = (1 + self.rng.below(3), self.rng.below(3));
        self.nested(&format!("if ({condition}) {{"), yes, nesting);
        if no > 0 {
            self.nested("} else {", no, nesting);
        }
        self.line("}");
    }

    fn repeat(&mut self, nesting: usize) {
        let rounds = 2 + self.rng.below(4);
        let k = self.temporary();
        let count = 1 + self.rng.below(3);
        self.nested(&format!("for (int {k} = 0; {k} < {rounds}; {k}++) {{"), count, nesting);
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let width = self.width();
        let (a, b) = (self.any(width), self.any(width));
        let op = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.rng.below(10) {
            0 => format!("!({a} {op} {b})"),
            1 => format!("is_nan({a})"),
            2 => format!("{a} {op} {a}"),
            3 => {
                let other = self.rng.pick(&["<", ">=", "!="]);
                let joined = self.rng.pick(&["&&", "||"]);
                let c = self.any(width);
                format!("{a} {op} {b} {joined} {a} {other} {c}")
            }
            4 => {
                let (s, t) = (self.term(width), self.term(width));
                format!("z(({})({s} + {t})) {op} {s}", width.name)
            }
            5 => format!("magnitude({a}) {op} magnitude({b})"),
            6 => format!("-{a} {op} -({b})", a = format_args!("({a})")),
            7 => format!("__builtin_isinf((D){a})"),
            8 => format!("(D){a} - (D){a} == 0.0"),
            _ => format!("{a} {op} {b}"),
        }
    }

    /// Knuth's two-sum: the sum and exactly what rounding took from it.
    fn two_sum(&mut self) {
        let width = self.width();
        let (ty, p) = (width.name, width.prefix);
        let (a, b) = (self.term(width), self.term(width));
        let (s, t) = (self.temporary(), self.temporary());
        self.line(&format!("{ty} {s} = z(({ty})({a} + {b})), {t} = z(({ty})({s} - {a}));"));
        let (into, rest) = (self.rng.below(SUMS), self.rng.below(SUMS));
        self.line(&format!("{p}{rest} = z(({ty})(z(({ty})({a} - z(({ty})({s} - {t})))) + z(({ty})({b} - {t}))));"));
        self.line(&format!("{p}{into} = {s};"));
    }

    /// Kahan's sum of the thread's values.
    fn kahan(&mut self) {
        let width = self.width();
        let (ty, p) = (width.name, width.prefix);
        let (sum, lost, y, t, k) =
            (self.temporary(), self.temporary(), self.temporary(), self.temporary(), self.temporary());
        let start = self.term(width);
        let rounds = 2 + self.rng.below(VALUES - 1);
        self.line(&format!("{ty} {sum} = {start}, {lost} = 0;"));
        self.line(&format!("for (int {k} = 0; {k} < {rounds}; {k}++) {{"));
        self.line(&format!("  {ty} {y} = z(({ty})(in.{p}[{k}] - {lost})), {t} = z(({ty})({sum} + {y}));"));
        self.line(&format!("  {lost} = z(({ty})(z(({ty})({t} - {sum})) - {y})), {sum} = {t};"));
        self.line("}");
        let (into, rest) = (self.rng.below(SUMS), self.rng.below(SUMS));
        self.line(&format!("{p}{rest} = {lost}, {p}{into} = {sum};"));
    }

    /// Veltkamp's splitting and Dekker's product.
    fn two_product(&mut self) {
        let width = &WIDTHS[self.rng.below(2)];
        let (ty, p) = (width.name, width.prefix);
        let factor = if ty == "D" { "134217729.0" } else { "4097.0f" };
        let (a, b) = (self.term(width), self.term(width));
        let product = self.temporary();
        let mut halves = Vec::new();
        for value in [&a, &b] {
            let (big, high, low) = (self.temporary(), self.temporary(), self.temporary());
            self.line(&format!("{ty} {big} = z({value} * {factor}), {high} = z({big} - z({big} - {value})), {low} = z({value} - {high});"));
            halves.push((high, low));
        }
        let (ah, al) = &halves[0];
        let (bh, bl) = &halves[1];
        self.line(&format!("{ty} {product} = z({a} * {b});"));
        let into = self.rng.below(SUMS);
        self.line(&format!(
            "{p}{into} = z(z({al} * {bl}) - z(z(z({product} - z({ah} * {bh})) - z({al} * {bh})) - z({ah} * {bl})));"
        ));
        self.line(&format!("p{p}0 = {product};"));
    }

    /// Assigns to a variable that sums read.
    fn sum(&mut self) {
        let width = self.width();
        let (ty, p) = (width.name, width.prefix);
        let into = self.rng.below(SUMS);
        let (a, b, c) = (self.term(width), self.term(width), self.term(width));
        // A division by a constant is a product.
        let divisor = format!("{p}{}", self.rng.below(SUMS));
        let value = match self.rng.below(24) {
            0..=3 => format!("{a} + {b}"),
            4..=6 => format!("{a} - {b}"),
            7 => format!("z(({ty})({a} + {b})) - {a}"),
            8 => format!("{a} - z(({ty})({a} - {b}))"),
            9 => format!("z(({ty})({a} + {b})) - z(({ty})({a} + {c}))"),
            10 => format!("{a} / {divisor}"),
            11 => format!("root({a})"),
            12 => format!("fused({a}, {b}, {c})"),
            13 => format!("least({a}, {b})"),
            14 => format!("greatest(least({a}, {b}), {c})"),
            15 => self.rounded(width),
            16 => format!("-({a})"),
            17 => format!("magnitude({a})"),
            18 => format!("{a} - {a}"),
            19 => {
                let condition = self.condition();
                format!("{condition} ? {b} : {c}")
            }
            20 | 21 => self.converted(),
            22 => format!("rest({a}, {b})"),
            _ => format!("signed_as({a}, {b})"),
        };
        self.line(&format!("{p}{into} = z(({ty})({value}));"));
    }

    /// Assigns an expression of several steps.
    fn expression(&mut self) {
        let width = self.width();
        let depth = 2 + self.rng.below(3);
        let value = self.deep(width, depth);
        let into = self.rng.below(SUMS);
        self.line(&format!("{}{into} = {value};", width.prefix));
    }

    /// An expression of so many steps at most.
    fn deep(&mut self, width: &Width, depth: usize) -> String {
        if depth == 0 {
            return if self.rng.below(3) == 0 { self.plain(width) } else { self.any(width) };
        }
        let ty = width.name;
        let a = self.deep(width, depth - 1);
        let other = |program: &mut Self| {
            let depth = program.rng.below(depth);
            program.deep(width, depth)
        };
        match self.rng.below(17) {
            0..=7 => {
                let op = self.rng.pick(&["+", "+", "-", "*", "*", "*", "/"]);
                format!("z(({ty})({a} {op} {}))", other(self))
            }
            8 | 9 => format!("magnitude({a})"),
            10 => format!("(-({a}))"),
            11 => {
                let (bound, edge) = (self.rng.pick(&["least", "greatest"]), self.rng.pick(&["1.0f", "-1.0f", "0.5f"]));
                format!("{bound}({a}, ({ty}){edge})")
            }
            12 => format!("root({a})"),
            13 => format!("{}({a})", self.rng.pick(&["lower", "upper", "whole", "nearest"])),
            _ => {
                let (b, c, d) = (other(self), other(self), other(self));
                let op = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                match self.rng.below(4) {
                    0 => format!("(!({a} {op} {b}) ? {c} : {d})"),
                    1 => format!("(is_nan({a}) ? {c} : {d})"),
                    _ => format!("({a} {op} {b} ? {c} : {d})"),
                }
            }
        }
    }

    fn plain(&mut self, width: &Width) -> String {
        let value = self.rng.pick(&["0.0f", "-0.0f", "1.0f", "-1.0f", "2.0f", "0.5f", "INFINITY"]);
        format!("({}){value}", width.name)
    }

    fn rounded(&mut self, width: &Width) -> String {
        let a = self.any(width);
        let how = self.rng.pick(&["lower", "upper", "whole", "nearest", "away"]);
        format!("{how}({a})")
    }

    /// Something of another type. Products stay products in any width.
    fn converted(&mut self) -> String {
        let from = self.width();
        let value = self.term(from);
        match self.rng.below(5) {
            0 => format!("(int)i{}", self.rng.below(INTS)),
            1 => format!("i{}", self.rng.below(INTS)),
            2 => format!("(long long)l{}", self.rng.below(INTS)),
            3 => format!("l{}", self.rng.below(INTS)),
            _ => value,
        }
    }

    /// Assigns to a variable that no sum reads where clang may contract.
    fn product(&mut self) {
        let width = self.width();
        let (ty, p) = (width.name, width.prefix);
        let into = self.rng.below(PRODUCTS);
        let (a, b) = (self.any(width), self.any(width));
        let value = match self.rng.below(8) {
            0..=3 => format!("{a} * {b}"),
            4 => format!("{a} / {}", self.rng.pick(width.literals)),
            5 => {
                let n = self.rng.below(INTS);
                format!("scaled({a}, (int)(i{n} % 300u) - 150)")
            }
            6 => format!("fused({a}, {b}, {a})"),
            _ => format!("z(({ty})({a} * {b})) / {b}"),
        };
        self.line(&format!("p{p}{into} = z(({ty})({value}));"));
    }

    fn integer(&mut self) {
        let width = self.width();
        let a = self.any(width);
        let k = self.rng.below(INTS);
        let line = match self.rng.below(9) {
            0 => format!("i{k} = to_int({a});"),
            1 => format!("i{k} ^= to_unsigned({a});"),
            2 => format!("l{k} = to_long({a});"),
            3 => format!("l{k} ^= to_ulong({a});"),
            4 => format!("i{k} += to_short({a});"),
            5 => format!("i{k} += to_byte({a});"),
            6 => format!("l{k} += bits({a});"),
            7 => {
                let condition = self.condition();
                format!("i{k} = i{k} * 2u + ({condition});")
            }
            _ => format!("l{k} = l{k} * 3u + i{};", self.rng.below(INTS)),
        };
        self.line(&line);
    }
}
