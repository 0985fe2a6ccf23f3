const CRLF = '\r\n';

/** The bytes of a card whose lines end with `\n`. */
export type Form = (text: string) => Buffer;

const broken =
  (lineBreak: string): Form =>
  (text) =>
    Buffer.from(text.replaceAll('\n', lineBreak));
/** Not a part of an encoded value, and neither the beginning nor the end, at which such a value stops. */
const isWhole = (line: string) => !/QUOTED|BASE64|^[ \t=]|^(BEGIN|END):/i.test(line) && line !== '';

/** Folds every line anew, in the middle of characters too, as old programs do. */
function refold(text: string, octets: number, blank: string): Buffer {
  const lines = text.split('\n').map((line) => {
    const whole = Buffer.from(line);
    if (!isWhole(line) || whole.length <= octets) return whole;
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.length; at += octets) pieces.push(whole.subarray(at, at + octets));
    return Buffer.concat(
      pieces.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.from(`${CRLF}${blank}`), piece])),
    );
  });
  return Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [Buffer.from(CRLF), line])));
}

const lowerNames = (text: string) => text.replace(/^([A-Z-]+)(?=[:;])/gm, (name) => name.toLowerCase());
const eachLine = (text: string, change: (line: string) => string) =>
  text
    .split('\n')
    .map((line) => (isWhole(line) ? change(line) : line))
    .join(CRLF);

export const asIs = broken(CRLF);

/** What lies between a program and us makes of a card. */
export const FORMS: [string, Form][] = [
  ['with LF', broken('\n')],
  ['folded with tabs', (text) => refold(text, 31, '\t')],
  ['in lower case after a mark', (text) => asIs(`\ufeff${lowerNames(text)}`)],
  ['with CR', broken('\r')],
  ['with CR CR LF', broken('\r\r\n')],
  ['folded after every octet', (text) => refold(text, 1, ' ')],
  ['continued by nothing', (text) => Buffer.from(eachLine(text, (line) => `${line}${CRLF} `))],
  ['in UTF-16', (text) => Buffer.from(`\ufeff${text.replaceAll('\n', CRLF)}`, 'utf16le')],
  ['among other text', (text) => asIs(`\n\nX-BEFORE:1\n${text.trimEnd()}`)],
  ['folded in words', (text) => refold(text, 7, ' ')],
];
