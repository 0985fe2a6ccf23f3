import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { paramValues } from '../../platform/content-lines/parse-head.ts';
import { imageType } from '../../platform/sniff-image.ts';
import { encodingOf } from './line-text.ts';
import type { Card, CardVersion } from './scan-card.ts';

export type Photo = { bytes: Buffer; type: string };

export function readPhoto(card: Card): Photo | null {
  for (const line of photoLines(card)) {
    const bytes = embeddedBytes(line);
    const type = bytes === null ? null : imageType(bytes);
    if (bytes !== null && type !== null) return { bytes, type };
  }
  return null;
}

export function photoLines(card: Card): ContentLine[] {
  return card.lines.filter(({ name }) => name === 'PHOTO');
}

/** The bytes that a line has in it, as base64 or a data: URI; null for an address or broken base64. */
export function embeddedBytes(line: ContentLine): Buffer | null {
  const uri = dataUri(line);
  if (uri !== null) return uri.base64 ? decodeBase64(line.value.subarray(uri.from)) : null;
  const elsewhere = paramValues(line, 'VALUE').some((kind) => kind === 'uri' || kind === 'url');
  if (encodingOf(line) !== 'base64' && elsewhere) return null;
  return decodeBase64(line.value);
}

/** The beginning of `data:image/png;base64,`; some programs escape its comma and semicolon. */
export function dataUri(line: ContentLine): { type: string; base64: boolean; from: number } | null {
  const start = line.value.toString('latin1', 0, 200);
  if (start.trimStart().slice(0, 5).toLowerCase() !== 'data:') return null;
  const comma = start.indexOf(',');
  const [type = '', ...params] = start
    .slice(start.indexOf(':') + 1, comma)
    .replaceAll('\\', '')
    .toLowerCase()
    .split(';');
  return { type, base64: comma >= 0 && params.includes('base64'), from: comma + 1 };
}

/** Null where there is anything else in it: half a picture is none. */
function decodeBase64(value: Buffer): Buffer | null {
  for (const byte of value) if (!isBase64(byte)) return null;
  const bytes = Buffer.from(value.toString('latin1'), 'base64');
  return bytes.length === 0 ? null : bytes;
}

function isBase64(byte: number): boolean {
  const digit = byte >= 47 && byte <= 57;
  const letter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
  return digit || letter || byte === 43 || byte === 61 || byte === 32 || byte === 9;
}

/** Parameters and value of an embedded picture, sound or key in the manner of a version. */
export function embed(bytes: Buffer, type: string, version: CardVersion): { params: string[]; text: string } {
  const text = bytes.toString('base64');
  if (version === '4.0') return { params: [], text: `data:${type};base64,${text}` };
  const short = type.slice(type.indexOf('/') + 1).toUpperCase();
  const encoding = version === '3.0' ? 'ENCODING=b' : 'ENCODING=BASE64';
  return { params: short === '' ? [encoding] : [encoding, `TYPE=${short}`], text };
}
