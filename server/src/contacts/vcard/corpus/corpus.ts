import iconv from 'iconv-lite';
import { phoneCards } from './phone-cards.ts';
import { programCards } from './program-cards.ts';

const CRLF = '\r\n';
const bytes = (text: string) => Buffer.from(text.replaceAll('\n', CRLF));

/** Folds every line anew, in the middle of characters too, as old programs do. */
function refold(text: string, octets: number, blank: string): Buffer {
  const lines = text.split('\n').map((line) => {
    const whole = Buffer.from(line);
    const encoded = /QUOTED|BASE64/i.test(line) || line.startsWith(' ') || line.startsWith('=');
    if (encoded || whole.length <= octets) return whole;
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.length; at += octets) pieces.push(whole.subarray(at, at + octets));
    return Buffer.concat(
      pieces.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.from(`${CRLF}${blank}`), piece])),
    );
  });
  return Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [Buffer.from(CRLF), line])));
}

const lowerNames = (text: string) => text.replace(/^([A-Z-]+)(?=[:;])/gm, (name) => name.toLowerCase());

/** Cards of many programs, most of them in several forms. */
export const corpus: [string, Buffer][] = Object.entries({ ...phoneCards, ...programCards })
  .flatMap(([name, text], at): [string, Buffer][] => [
    [name, bytes(text)],
    [`${name}, with LF`, Buffer.from(text)],
    at % 2 === 0
      ? [`${name}, folded with tabs`, refold(text, 31, '\t')]
      : [`${name}, in lower case after a mark`, bytes(`\ufeff${lowerNames(text)}`)],
  ])
  .concat([
    ['Old Mac', Buffer.from((programCards['Evolution 3.0'] ?? '').replaceAll('\n', '\r'))],
    [
      'Windows-1252 without saying so',
      iconv.encode(
        'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Müller;Jürgen;;;\r\nFN:Jürgen Müller\r\nNOTE:Grüße aus Köln, schöne Straße\r\nORG:Bäckerei Schäfer\r\nEND:VCARD\r\n',
        'windows-1252',
      ),
    ],
    [
      'Windows-1258 by its parameter',
      iconv.encode(
        'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=windows-1258:Đô;Hoa\r\nFN;CHARSET=windows-1258:Đô Hoa\r\nNOTE;CHARSET=x-made-up:abc\r\nEND:VCARD\r\n',
        'windows-1258',
      ),
    ],
  ]);
