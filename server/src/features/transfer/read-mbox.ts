import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseDate } from '../../platform/mime/parse-date.ts';
import { readHeaders } from '../../platform/mime/read-headers.ts';
import { headerValue, splitHeaders } from '../../platform/mime/split-headers.ts';
import { byTime, type MailFlags, type MailSource, plausibleTime, type SourceMessage } from './mail-source.ts';
import { placeOf } from './place-folders.ts';

type MboxMessage = SourceMessage & { name: null; start: number };
type Separator = { start: number; contentStart: number; line: string };

/** `From someone@example.com Fri Nov 20 08:00:00 2026`: a time and a year distinguish it from a sentence. */
const SEPARATOR = /^From \S.*\d{1,2}:\d{2}.*\b\d{4}\b/;
const LONGEST_SEPARATOR = 1_000;
/** An incomplete line, and the empty line before it. */
const KEPT_BYTES = LONGEST_SEPARATOR + 4;
const HEAD_BYTES = 64 * 1024;
const LF = 10;
const CR = 13;

/**
 * Lists an mbox file: messages begin with a `From ` line after an empty one, and similar lines within them
 * are escaped by a `>` (mboxo, mboxrd), which is removed.
 */
export async function readMbox(
  path: string,
  options: { below: string[]; now: number },
): Promise<MailSource<MboxMessage>> {
  const { size, mtimeMs } = await stat(path);
  const separators = await findSeparators(path);
  if (separators.length === 0) throw new Error(`${path} is no mbox file: it does not begin with a From line`);
  const place = placeOf(options.below);
  const file = await open(path);
  const messages: MboxMessage[] = [];
  for (const [index, { contentStart, line }] of separators.entries()) {
    const end = separators[index + 1]?.start ?? size;
    const claimed = parseSeparatorDate(line);
    const certain = plausibleTime(options.now, claimed) === claimed;
    const said = certain ? claimed : await dateHeader(file, contentStart, end);
    messages.push({
      name: null,
      receivedAt: plausibleTime(options.now, said, mtimeMs / 1000),
      place,
      size: end - contentStart,
      start: contentStart,
    });
  }
  return {
    name: basename(path),
    messages: messages.sort(byTime),
    problems: [],
    async read({ start, size: length }) {
      const raw = unquote(withoutLastEmptyLine(await readRange(file, start, start + length)));
      return { raw, flags: flagsOf(raw) };
    },
    describe: ({ start }) => `${path} at byte ${start}`,
    close: () => file.close(),
  };
}

/** Reads the file once, in chunks that overlap by one line. */
async function findSeparators(path: string): Promise<Separator[]> {
  const found: Separator[] = [];
  let held: Buffer = Buffer.alloc(0);
  let heldAt = 0;
  let searched = 0;
  const search = (last: boolean) => {
    for (;;) {
      const at = nextFromLine(held, searched, heldAt === 0);
      if (at === -1) break;
      const lineEnd = held.indexOf(LF, at);
      if (lineEnd === -1 && !last && held.length - at < LONGEST_SEPARATOR) {
        searched = at;
        break;
      }
      const end = lineEnd === -1 ? held.length : lineEnd + 1;
      const line = held.toString('latin1', at, Math.min(end, at + LONGEST_SEPARATOR)).trimEnd();
      const first = heldAt + at === 0;
      if (first || SEPARATOR.test(line)) found.push({ start: heldAt + at, contentStart: heldAt + end, line });
      searched = at + 1;
    }
  };
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    held = Buffer.concat([held, piece as Buffer]);
    search(false);
    const over = Math.max(0, held.length - KEPT_BYTES);
    heldAt += over;
    held = held.subarray(over);
    searched = Math.max(0, searched - over);
  }
  search(true);
  return found;
}

/** Where a line begins with `From ` after an empty one, or at the very beginning. */
function nextFromLine(bytes: Buffer, from: number, isBeginning: boolean): number {
  if (from === 0 && isBeginning && bytes.subarray(0, 5).equals(FROM)) return 0;
  for (
    let at = bytes.indexOf(LINE_FROM, Math.max(0, from - 1));
    at !== -1;
    at = bytes.indexOf(LINE_FROM, at + 1)
  ) {
    const before = bytes[at - 1] === CR ? at - 2 : at - 1;
    if (at + 1 >= from && bytes[before] === LF) return at + 1;
  }
  return -1;
}

const FROM = Buffer.from('From ');
const LINE_FROM = Buffer.from('\nFrom ');

/** In asctime format: the year last, sometimes a zone before or after it; UTC without one. */
function parseSeparatorDate(line: string): number | null {
  const found =
    /([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d{1,2}:\d{2}(?::\d{2})?)\s+(.*(?<![+-])\b((?:19|20)\d{2})\b.*)$/.exec(
      line,
    );
  if (!found) return parseDate(line);
  const [, month, day, time, rest = '', year] = found;
  const zone = /[+-]\d{4}/.exec(rest)?.[0] ?? '+0000';
  return parseDate(`${day} ${month} ${year} ${time} ${zone}`);
}

async function dateHeader(file: FileHandle, start: number, end: number): Promise<number | null> {
  return readHeaders(await readRange(file, start, Math.min(end, start + HEAD_BYTES))).date;
}

async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

/** The empty line before the next `From ` belongs to the file, not to the message. */
function withoutLastEmptyLine(raw: Buffer): Buffer {
  const breakBytes = raw.at(-2) === CR && raw.at(-1) === LF ? 2 : 1;
  const rest = raw.subarray(0, raw.length - breakBytes);
  return raw.at(-1) === LF && rest.at(-1) === LF ? rest : raw;
}

function unquote(raw: Buffer): Buffer {
  if (!raw.includes('>From ')) return raw;
  return Buffer.from(raw.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}

/** `Status: RO` and `X-Status: AF`, as mail programs store them in the header. */
function flagsOf(raw: Buffer): MailFlags {
  const { fields } = splitHeaders(raw, 0, Math.min(raw.length, HEAD_BYTES));
  const status = headerValue(fields, 'status') ?? '';
  const extra = headerValue(fields, 'x-status') ?? '';
  return {
    seen: status.includes('R'),
    flagged: extra.includes('F'),
    answered: extra.includes('A'),
    draft: extra.includes('T'),
    deleted: extra.includes('D'),
  };
}
