import { isUtf8 } from 'node:buffer';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { decodeCharset, tidy } from '../../platform/mime/decode-charset.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import type { Part } from './scan-object.ts';

export function firstLine(part: Part, name: string): ContentLine | undefined {
  return part.lines.find((line) => line.name === name);
}

/** The value as it is written; escapes are those of its kind. */
export function rawValue({ value }: ContentLine): string {
  return isUtf8(value) ? tidy(value.toString()) : decodeCharset(value, 'windows-1258');
}

/** A text (RFC 5545, 3.3.11), without characters that nobody sees. */
export function textOf(part: Part, name: string, length: number): string {
  const line = firstLine(part, name);
  if (!line) return '';
  // Cut at its end, a text may have half of a character there.
  return withoutHidden(unescapeText(rawValue(line)).slice(0, length))
    .text.trim()
    .toWellFormed();
}

export function unescapeText(text: string): string {
  return text.replace(/\\([nN\\;,])/g, (_whole, escaped: string) =>
    escaped === 'n' || escaped === 'N' ? '\n' : escaped,
  );
}

export function wordOf(part: Part, name: string): string {
  const line = firstLine(part, name);
  return line ? line.value.toString('latin1', 0, 60).trim().toUpperCase() : '';
}

/** A parameter as it was written: time zones and names are told apart by case. */
export function paramOf(line: ContentLine, name: string): string | undefined {
  const value = line.params.find((param) => param.name === name)?.values[0];
  return value === undefined ? undefined : tidy(Buffer.from(value, 'latin1').toString().slice(0, 300));
}

/** How a line calls a person, without characters that nobody sees or that turn the direction of writing. */
export function nameOf(line: ContentLine): string {
  return withoutHidden(paramOf(line, 'CN') ?? '')
    .text.replaceAll(/\s+/g, ' ')
    .trim();
}

const RESOURCES = ['ROOM', 'RESOURCE'];

/** Whether a line of people names a room or equipment. */
export function isResource(line: ContentLine): boolean {
  return RESOURCES.includes((paramOf(line, 'CUTYPE') ?? '').toUpperCase());
}

/** What a guest is to a meeting, where they are not simply asked to come (ROLE of RFC 5545, 3.2.16). */
export function roleOf(line: ContentLine): 'chair' | 'optional' | null {
  const written = (paramOf(line, 'ROLE') ?? '').toUpperCase();
  if (written === 'CHAIR') return 'chair';
  return written === 'OPT-PARTICIPANT' ? 'optional' : null;
}
