import {
  type EnclosedFile,
  type EventFile,
  eventFile,
  MOST_EVENT_FILES,
} from '@bocau/contract/event-files.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { quoteParam } from '../../platform/content-lines/parse-head.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import { paramOf, rawValue } from './part-values.ts';
import type { Part } from './scan-object.ts';
import type { SourceEdits } from './source-edits.ts';
import { writeLine } from './write-lines.ts';

/** RFC 8607, and what Google's and Apple's programs write. */
const NAMES = ['FILENAME', 'X-FILENAME', 'X-APPLE-FILENAME'];
const NAME_LENGTH = 255;
const MOST_ENCLOSED = 20;

/** The address that a line of a file names; null where that is none of the web. */
export function fileAddress(line: ContentLine): string | null {
  if (line.name !== 'ATTACH' || isEnclosed(line)) return null;
  const url = rawValue(line).trim();
  return eventFile.shape.url.safeParse(url).success ? url : null;
}

export function filesOf({ lines }: Part): EventFile[] {
  const files = lines.flatMap((line) => {
    const url = fileAddress(line);
    return url === null ? [] : [{ name: nameOf(line) || nameIn(url), url, size: sizeOf(line) }];
  });
  return [...new Map(files.map((file) => [file.url, file])).values()].slice(0, MOST_EVENT_FILES);
}

function nameOf(line: ContentLine): string {
  const given = NAMES.map((name) => paramOf(line, name)).find((name) => name !== undefined) ?? '';
  return withoutHidden(given.replaceAll(/[\p{Cc}]/gu, ' '))
    .text.slice(0, NAME_LENGTH)
    .trim();
}

/** The last step of the path, or else the host. */
function nameIn(url: string): string {
  const { host, pathname } = new URL(url);
  return withoutHidden(pathname.split('/').at(-1) ?? '').text.slice(0, NAME_LENGTH) || host;
}

function sizeOf(line: ContentLine): number | null {
  const size = paramOf(line, 'SIZE') ?? '';
  return /^\d{1,15}$/.test(size) ? Number(size) : null;
}

/** The lines of files that stay are as they were; so are those that are within the text. */
export function setFiles(
  edits: SourceEdits,
  part: Part,
  wanted: readonly EventFile[],
  lineBreak: string,
): void {
  const missing = new Map(wanted.map((file) => [file.url, file]));
  const shown = new Set(filesOf(part).map(({ url }) => url));
  for (const line of part.lines) {
    const url = fileAddress(line);
    if (url !== null && shown.has(url) && !missing.has(url)) edits.remove(line);
  }
  const added = [...missing.values()].filter(({ url }) => !shown.has(url));
  if (added.length === 0) return;
  edits.insert(
    part.lines[0]?.end ?? part.begin.end,
    Buffer.concat(added.map((file) => fileLine(file, lineBreak))),
  );
}

function fileLine({ name, url, size }: EventFile, lineBreak: string): Buffer {
  const params = [
    `FILENAME=${quoteParam(name.replaceAll(/["\p{Cc}]/gu, ''))}`,
    ...(size === null ? [] : [`SIZE=${size}`]),
  ];
  return writeLine(['ATTACH', ...params].join(';'), url, lineBreak);
}

function isEnclosed(line: ContentLine): boolean {
  return (
    paramOf(line, 'VALUE')?.toUpperCase() === 'BINARY' ||
    paramOf(line, 'ENCODING')?.toUpperCase() === 'BASE64'
  );
}

function enclosedLines({ lines }: Part): ContentLine[] {
  return lines.filter((line) => line.name === 'ATTACH' && isEnclosed(line)).slice(0, MOST_ENCLOSED);
}

/** Files whose bytes are within the text, which has at most a megabyte. */
export function enclosedOf(part: Part): EnclosedFile[] {
  return enclosedLines(part).map((line) => ({
    name: nameOf(line),
    size: Math.floor((line.value.toString('latin1').replaceAll(/[\s=]/g, '').length * 3) / 4),
  }));
}

export function openEnclosed(part: Part, index: number): { name: string; bytes: Buffer } | null {
  const line = enclosedLines(part)[index];
  return line ? { name: nameOf(line), bytes: Buffer.from(line.value.toString('latin1'), 'base64') } : null;
}
