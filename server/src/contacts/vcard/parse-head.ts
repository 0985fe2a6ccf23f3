import type { ContentLine, Param } from './content-lines.ts';

/** UTF-8's byte order mark, a character for a byte. */
const MARK = '\xef\xbb\xbf';
const ENCODINGS = ['QUOTED-PRINTABLE', 'BASE64', '8BIT', '7BIT', 'B'];
const KINDS_OF_VALUE = ['URL', 'URI', 'INLINE', 'CID', 'CONTENT-ID'];

type Head = Pick<ContentLine, 'group' | 'name' | 'rawName' | 'params'>;

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

export function parseParam(raw: string): Param {
  const equals = raw.indexOf('=');
  const text = raw.slice(equals + 1);
  const values = splitOutsideQuotes(text, ',').map((value) => value.trim().replaceAll('"', ''));
  if (equals >= 0) return { name: raw.slice(0, equals).trim().toUpperCase(), values, raw };
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
export function paramValues(line: Pick<ContentLine, 'params'>, name: string): string[] {
  return line.params.flatMap((param) =>
    param.name === name ? param.values.map((value) => value.toLowerCase()) : [],
  );
}
