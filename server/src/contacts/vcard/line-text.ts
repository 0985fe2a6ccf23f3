import { isUtf8 } from 'node:buffer';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { paramValues } from '../../platform/content-lines/parse-head.ts';
import { decodeCharset, tidy } from '../../platform/mime/decode-charset.ts';
import { decodeTransfer } from '../../platform/mime/decode-transfer.ts';
import type { Card, CardVersion } from './scan-card.ts';

export type TextEncoding = 'quoted-printable' | 'base64' | null;

export function encodingOf(line: Pick<ContentLine, 'params'>): TextEncoding {
  const names = paramValues(line, 'ENCODING');
  if (names.includes('quoted-printable')) return 'quoted-printable';
  return names.includes('b') || names.includes('base64') ? 'base64' : null;
}

/** The value of a line as text, in which separators are still escaped. */
export function textOf(line: ContentLine, card: Card): string {
  const encoding = encodingOf(line);
  const bytes = encoding === null ? line.value : decodeTransfer(line.value, encoding);
  if (isUtf8(bytes)) return tidy(bytes.toString());
  return decodeCharset(bytes, paramValues(line, 'CHARSET')[0] ?? card.charset);
}

/** The pieces between separators that are not escaped; what is escaped stays so. */
export function splitEscaped(text: string, separator: ';' | ','): string[] {
  if (!text.includes('\\')) return text.split(separator);
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === separator) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...pieces, text.slice(start)];
}

/** Version 2.1 breaks lines by quoted-printable: there `\n` may be a part of a path. */
export function unescapeText(text: string, version: CardVersion): string {
  if (!text.includes('\\')) return text;
  const pieces: string[] = [];
  let start = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const escaped = unescapeOne(text[at + 1] ?? '', version);
    if (escaped === null) at += 1;
    else {
      pieces.push(text.slice(start, at), escaped);
      at += 2;
      start = at;
    }
  }
  pieces.push(text.slice(start));
  return pieces.join('');
}

function unescapeOne(character: string, version: CardVersion): string | null {
  if (character === 'n' || character === 'N') return version === '2.1' ? null : '\n';
  return character !== '' && '\\;,:'.includes(character) ? character : null;
}

/** A text as a value, or as a component of one. */
export function escapeText(text: string, version: CardVersion): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(';', '\\;');
  return version === '2.1' ? escaped : escaped.replaceAll(',', '\\,').replaceAll('\n', '\\n');
}

/** A text as an entry of a list, as CATEGORIES has them. */
export function escapeEntry(text: string, version: CardVersion): string {
  const escaped = escapeText(text, version);
  return version === '2.1' ? escaped.replaceAll(',', '\\,') : escaped;
}

/** An address of the web: it has no separators that would need escapes. */
export function escapeUri(text: string): string {
  return text.replaceAll('\\', '\\\\');
}
