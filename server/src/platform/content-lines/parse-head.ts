export type Param = {
  /** In capitals; a word without a name (vCard 2.1) has the name that it stands for. */
  name: string;
  values: string[];
  /** As it was written, one character for a byte. */
  raw: string;
};

/** What stands before the value of a content line. */
export type Head = {
  /** In lower case; empty without one. */
  group: string;
  /** In capitals; empty for blank lines and for what is no property. */
  name: string;
  /** Group and name as they were written. */
  rawName: string;
  params: Param[];
};

/** UTF-8's byte order mark, a character for a byte. */
const MARK = '\xef\xbb\xbf';
const ENCODINGS = ['QUOTED-PRINTABLE', 'BASE64', '8BIT', '7BIT', 'B'];
const KINDS_OF_VALUE = ['URL', 'URI', 'INLINE', 'CID', 'CONTENT-ID'];

/** Reads what stands before the colon: `item1.TEL;TYPE=work,"voice";PREF=1`. */
export function parseHead(head: string): Head {
  const [first = '', ...rest] = splitOutsideQuotes(head, ';');
  const rawName = first.startsWith(MARK) ? first.slice(MARK.length) : first;
  const dot = rawName.indexOf('.');
  return {
    rawName,
    group: dot < 0 ? '' : rawName.slice(0, dot).trim().toLowerCase(),
    name: rawName
      .slice(dot + 1)
      .trim()
      .toUpperCase(),
    params: rest.filter((piece) => piece.trim() !== '').map(parseParam),
  };
}

// The text is of bytes: `trim` would take the end of an "à", which is that of a space without a break.
const AROUND = /^[ \t]+|[ \t]+$/g;

export function parseParam(raw: string): Param {
  const equals = raw.indexOf('=');
  const text = raw.slice(equals + 1);
  const name = raw.slice(0, Math.max(0, equals)).trim().toUpperCase();
  // Several types are often in one pair of quotes: TYPE="home,voice".
  const pieces = name === 'TYPE' ? text.split(',') : splitOutsideQuotes(text, ',');
  const values = pieces.map((value) => value.replaceAll(AROUND, '').replaceAll('"', ''));
  if (equals >= 0) return { name, values, raw };
  const word = raw.trim().toUpperCase();
  if (ENCODINGS.includes(word)) return { name: 'ENCODING', values: [word], raw };
  return { name: KINDS_OF_VALUE.includes(word) ? 'VALUE' : 'TYPE', values, raw };
}

/** Where quotes never end, they are characters like others. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const pieces: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === separator && !quoted) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return quoted ? text.split(separator) : [...pieces, text.slice(start)];
}

/** The values of a parameter, in lower case. */
export function paramValues(line: Pick<Head, 'params'>, name: string): string[] {
  return line.params.flatMap((param) =>
    param.name === name ? param.values.map((value) => value.toLowerCase()) : [],
  );
}

/** A value of a parameter, in quotes where it needs them. */
export function quoteParam(value: string): string {
  return /[,;:]/.test(value) ? `"${value}"` : value;
}
