//! Tokens of LLVM's text form, borrowed from the text.
//!
//! The lexer is a position and nothing else: copying it is how the parser looks ahead or comes back to an entity later
//! (named types, aliases and metadata are read when first needed). Called by every file of `parse/`.

/// A name behind `%` or `@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name<'a> {
    /// Unnamed, by number.
    Number(u32),
    /// As it stands.
    Plain(&'a str),
    /// Between quotes, with `\XX` escapes.
    Quoted(&'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    End,
    /// Keywords, opcodes, primitive types.
    Word(&'a str),
    /// `name:`, without the colon. Quoted labels keep their quotes off.
    Label(Name<'a>),
    Local(Name<'a>),
    Global(Name<'a>),
    /// `!name` or `!12`; a lone `!` is punctuation.
    Meta(&'a str),
    /// `#0`, and `#dbg_value` records.
    Hash(&'a str),
    /// `$name`, a comdat.
    Comdat,
    /// Decimal or hexadecimal, integer or float.
    Number(&'a str),
    /// Between quotes.
    Str(&'a str),
    /// `c"..."`.
    Chars(&'a str),
    Punct(u8),
    Ellipsis,
    /// A byte or name that starts no token.
    Bad,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    /// Where the last token began.
    start: usize,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

impl<'a> Lexer<'a> {
    /// Starts at byte `pos` of `text`.
    pub(super) fn at(text: &'a str, pos: usize) -> Self {
        Self { text, pos, start: pos }
    }
    /// Where the last token began.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.pos += 1,
                b';' => self.pos = self.text[self.pos..].find('\n').map_or(bytes.len(), |n| self.pos + n),
                _ => break,
            }
        }
    }

    /// The bytes from the position on that `keep` accepts; moves behind them.
    fn take_while(&mut self, keep: impl Fn(u8) -> bool) -> &'a str {
        let start = self.pos;
        let bytes = self.text.as_bytes();
        while bytes.get(self.pos).is_some_and(|&b| keep(b)) {
            self.pos += 1;
        }
        // Every accepted byte is ASCII, so both ends are character boundaries.
        self.text.get(start..self.pos).unwrap_or("")
    }

    /// The text up to the closing quote; the position stands behind the opening one.
    fn quoted(&mut self) -> Option<&'a str> {
        let rest = self.text.get(self.pos..)?;
        let len = rest.find('"')?;
        self.pos += len + 1;
        Some(&rest[..len])
    }

    fn name(&mut self) -> Option<Name<'a>> {
        if self.byte(0) == b'"' {
            self.pos += 1;
            return self.quoted().map(Name::Quoted);
        }
        let word = self.take_while(is_word);
        if word.is_empty() {
            return None;
        }
        if word.bytes().all(|b| b.is_ascii_digit()) {
            return word.parse().ok().map(Name::Number);
        }
        Some(Name::Plain(word))
    }

    /// The next token; `End` for ever at the end.
    pub(super) fn next(&mut self) -> Token<'a> {
        self.skip_blank();
        self.start = self.pos;
        let byte = self.byte(0);
        match byte {
            0 if self.pos >= self.text.len() => Token::End,
            b'%' => {
                self.pos += 1;
                self.name().map_or(Token::Bad, Token::Local)
            }
            b'@' => {
                self.pos += 1;
                self.name().map_or(Token::Bad, Token::Global)
            }
            b'!' => {
                self.pos += 1;
                let word = self.take_while(|b| is_word(b) || b == b'\\');
                if word.is_empty() { Token::Punct(b'!') } else { Token::Meta(word) }
            }
            b'#' => {
                self.pos += 1;
                Token::Hash(self.take_while(is_word))
            }
            b'$' if !self.word_is_label() => {
                self.pos += 1;
                self.name().map_or(Token::Bad, |_| Token::Comdat)
            }
            b'"' => {
                self.pos += 1;
                let Some(inner) = self.quoted() else { return self.bad() };
                if self.byte(0) == b':' {
                    self.pos += 1;
                    return Token::Label(Name::Quoted(inner));
                }
                Token::Str(inner)
            }
            b'c' if self.byte(1) == b'"' => {
                self.pos += 2;
                self.quoted().map_or_else(|| self.bad(), Token::Chars)
            }
            b'.' if self.text[self.pos..].starts_with("...") => {
                self.pos += 3;
                Token::Ellipsis
            }
            b if is_word(b) || b == b'+' => self.word_or_number(),
            b',' | b'=' | b'*' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'|' | b':' | b'/' => {
                self.pos += 1;
                Token::Punct(byte)
            }
            _ => self.bad(),
        }
    }

    /// Stops at the end, so that nothing is read behind a byte that cannot be understood.
    fn bad(&mut self) -> Token<'a> {
        self.pos = self.text.len();
        Token::Bad
    }

    fn word_is_label(&self) -> bool {
        let mut ahead = *self;
        ahead.take_while(is_word);
        ahead.byte(0) == b':'
    }

    fn word_or_number(&mut self) -> Token<'a> {
        let start = self.pos;
        let word = self.take_while(is_word);
        if !word.is_empty() && self.byte(0) == b':' {
            self.pos += 1;
            let number = if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None };
            return Token::Label(number.map_or(Name::Plain(word), Name::Number));
        }
        let first = word.bytes().next().unwrap_or(b'+');
        let second = word.as_bytes().get(1).copied().unwrap_or(0);
        if first.is_ascii_digit() || (matches!(first, b'-' | b'+') && (second.is_ascii_digit() || word.is_empty())) {
            // `1.0e+05`: the sign of the exponent ends a word.
            self.pos = start;
            if self.byte(0) == b'+' {
                self.pos += 1;
            }
            self.take_while(is_word);
            if self.byte(0) == b'+' && self.text.as_bytes()[self.pos - 1].eq_ignore_ascii_case(&b'e') {
                self.pos += 1;
                self.take_while(|b| b.is_ascii_digit());
            }
            return self.text.get(start..self.pos).map_or(Token::Bad, Token::Number);
        }
        Token::Word(word)
    }
}

/// Resolves `\XX` and `\\`.
pub(super) fn unescape(raw: &str) -> Vec<u8> {
    let hex = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    let bytes = raw.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'\\' {
            if bytes.get(i + 1) == Some(&b'\\') {
                out.push(b'\\');
                i += 2;
                continue;
            }
            let high = bytes.get(i + 1).copied().and_then(hex);
            let low = bytes.get(i + 2).copied().and_then(hex);
            if let (Some(high), Some(low)) = (high, low) {
                out.push(high << 4 | low);
                i += 3;
                continue;
            }
        }
        out.push(bytes[i]);
        i += 1;
    }
    out
}
