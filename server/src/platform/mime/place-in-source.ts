import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';

/**
 * The position of a file within the source of its message: its plain bytes, or base64 in the canonical form
 * of an encoder. A file in any other form has no place.
 */
export type PlaceInSource = {
  start: number;
  /** The number of base64 letters per line; 0 for plain bytes. */
  line: number;
};

type Range = { start: number; end: number };

const CR = 13;
const LF = 10;
const LINE_BREAK = 2;
const LINES_AT_ONCE = 512;

/**
 * The place of `bytes`, which were read from `raw` between two positions; null unless encoding them again
 * gives exactly the source.
 */
export function findPlace(raw: Buffer, from: number, to: number, bytes: Buffer): PlaceInSource | null {
  if (bytes.length === to - from)
    return bytes.equals(raw.subarray(from, to)) ? { start: from, line: 0 } : null;
  let start = from;
  while (start < to && (raw[start] === CR || raw[start] === LF)) start += 1;
  const letters = lettersOf(bytes.length);
  const firstLine = raw.subarray(start, to).indexOf(CR);
  const line = firstLine < 0 ? letters : Math.min(firstLine, letters);
  if (line === 0 || line % 4 !== 0 || start + endOf(letters, line) > to) return null;
  return isWrittenAt(raw, start, line, bytes) ? { start, line } : null;
}

function isWrittenAt(raw: Buffer, start: number, line: number, bytes: Buffer): boolean {
  const bytesAtOnce = (line / 4) * 3 * LINES_AT_ONCE;
  let at = start;
  for (let done = 0; done < bytes.length; done += bytesAtOnce) {
    const text = Buffer.from(bytes.toString('base64', done, done + bytesAtOnce), 'latin1');
    for (let letter = 0; letter < text.length; letter += line) {
      if (at > start) {
        if (raw[at] !== CR || raw[at + 1] !== LF) return false;
        at += LINE_BREAK;
      }
      const end = Math.min(letter + line, text.length);
      if (text.compare(raw, at, at + end - letter, letter, end) !== 0) return false;
      at += end - letter;
    }
  }
  return true;
}

/** The bytes of a file at its place, or a range of them; `open` reads the source. */
export async function openPlace(
  open: (range: Range) => Promise<Readable>,
  { start: place, line }: PlaceInSource,
  size: number,
  range: Range = { start: 0, end: size },
): Promise<Readable> {
  const end = Math.min(range.end, size);
  const start = Math.min(range.start, end);
  if (line === 0 || start === end) return open({ start: place + start, end: place + end });
  const first = Math.floor(start / 3);
  const letters = { start: first * 4, end: lettersOf(end) };
  const source = await open({
    start: place + startOf(letters.start, line),
    end: place + endOf(letters.end, line),
  });
  const bytes = decodeLines(startOf(letters.start, line), line, {
    start: start - first * 3,
    end: end - first * 3,
  });
  // The callback has nothing to add: an error of the source surfaces on the bytes that are read.
  pipeline(source, bytes, () => undefined);
  return bytes;
}

/** Decodes base64 from a position within its lines, and passes on a range of the bytes. */
function decodeLines(from: number, line: number, { start, end }: Range): Transform {
  let position = from;
  let left: Buffer = Buffer.alloc(0);
  let decoded = 0;

  function decode(text: Buffer): Buffer {
    const bytes = Buffer.from(text.toString('latin1'), 'base64');
    const kept = bytes.subarray(Math.max(0, start - decoded), Math.max(0, end - decoded));
    decoded += bytes.length;
    return kept;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      const text = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
      position += chunk.length;
      // Four letters are three bytes; an incomplete group remains at the end of the text, because no line
      // splits it.
      const whole = text.length - (lettersBefore(position, line) % 4);
      left = Buffer.from(text.subarray(whole));
      done(null, whole > 0 ? decode(text.subarray(0, whole)) : undefined);
    },
    flush(done: TransformCallback) {
      if (left.length > 0 || decoded < end) done(new Error('A file ends before its source says'));
      else done();
    },
  });
}

/** The number of base64 letters for this many bytes. */
function lettersOf(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** The offset of the letter with that index, from the first letter on. */
function startOf(letter: number, line: number): number {
  return letter + Math.floor(letter / line) * LINE_BREAK;
}

/** The offset after this many letters. */
function endOf(letters: number, line: number): number {
  return letters === 0 ? 0 : startOf(letters - 1, line) + 1;
}

function lettersBefore(position: number, line: number): number {
  const lines = Math.floor(position / (line + LINE_BREAK));
  return lines * line + Math.min(position % (line + LINE_BREAK), line);
}
