import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../../test-kit/hostile/hostile-parts.ts';
import { hostileDeliveries } from '../../test-kit/hostile-mail.ts';
import { decodeTransfer } from './decode-transfer.ts';
import { findPlace, openPlace, type PlaceInSource } from './place-in-source.ts';
import { readMail } from './read-mail.ts';

const HEAD = Buffer.from('Content-Transfer-Encoding: base64\r\n\r\n');
const TAIL = Buffer.from('\r\n--ranh giới--\r\n');

function bytesOf(size: number): Buffer {
  return createHash('shake256', { outputLength: size }).update(`${size}`).digest();
}

function inLines(bytes: Buffer, line: number, lineBreak = '\r\n'): string {
  return (bytes.toString('base64').match(new RegExp(`.{1,${line}}`, 'g')) ?? []).join(lineBreak);
}

/** A message with that body, and the body's position. */
function within(body: string | Buffer) {
  const raw = Buffer.concat([HEAD, Buffer.from(body as string, 'latin1'), TAIL]);
  return { raw, from: HEAD.length, to: raw.length - TAIL.length };
}

function placeOf(body: string | Buffer, encoding: string) {
  const { raw, from, to } = within(body);
  const bytes = decodeTransfer(raw.subarray(from, to), encoding);
  return { raw, bytes, place: findPlace(raw, from, to, bytes) };
}

/** Reads in small chunks, so that lines and base64 groups are cut anywhere. */
function reader(raw: Buffer, chunk: number) {
  return async ({ start, end }: { start: number; end: number }) => {
    const cut = raw.subarray(start, end);
    const pieces = Array.from({ length: Math.ceil(cut.length / chunk) }, (_, n) =>
      cut.subarray(n * chunk, (n + 1) * chunk),
    );
    return Readable.from(pieces, { objectMode: false });
  };
}

describe('a file in its source', () => {
  it.each([4, 60, 64, 72, 76, 996, 4_000])(
    'is read in every range from lines of %i letters',
    async (line) => {
      for (const size of [1, 2, 57, 58, 114, 3_321]) {
        const bytes = bytesOf(size);
        const { raw, place } = placeOf(inLines(bytes, line), 'base64');
        expect(place, `${size} bytes`).toEqual({
          start: HEAD.length,
          line: Math.min(line, Math.ceil(size / 3) * 4),
        });
        for (const chunk of [7, 64, 100_000]) {
          const open = reader(raw, chunk);
          expect((await buffer(await openPlace(open, place as PlaceInSource, size))).equals(bytes)).toBe(
            true,
          );
          for (const [start, end] of [
            [0, 1],
            [1, 2],
            [2, 60],
            [55, 58],
            [size - 1, size],
            [size, size + 9],
            [3, 3],
          ] as const) {
            const range = { start, end };
            const read = await buffer(await openPlace(open, place as PlaceInSource, size, range));
            expect(read.equals(bytes.subarray(start, end)), `${start} to ${end} of ${size}`).toBe(true);
          }
        }
      }
    },
  );

  it.each([
    ['8bit', Buffer.from('Kính gửi\r\nchị Lan\r\n')],
    ['binary', Buffer.from([0, 1, 2, 13, 10, 255])],
    ['7bit', 'From: a@b\r\n\r\nmột thư kèm'],
    ['quoted-printable', 'no sign in it needs one'],
    ['base64', ''],
  ])('stands as it is in %s', async (encoding, body) => {
    const { raw, bytes, place } = placeOf(body, encoding);
    expect(place).toEqual({ start: HEAD.length, line: 0 });
    const open = reader(raw, 3);
    expect(await buffer(await openPlace(open, place as PlaceInSource, bytes.length))).toEqual(bytes);
    const part = await openPlace(open, place as PlaceInSource, bytes.length, { start: 1, end: 4 });
    expect(await buffer(part)).toEqual(bytes.subarray(1, 4));
  });

  const text = inLines(bytesOf(300), 76);
  it.each([
    ['an empty line before and lines of another after it', `\r\n${text}\r\n\r\nSent by a list\r\n`],
    ['no line break at its end', text],
  ])('has a place behind %s', (_name, body) => {
    const { bytes, place } = placeOf(body, 'base64');
    expect(bytes).toEqual(bytesOf(300));
    expect(place).toMatchObject({ line: 76 });
  });

  it.each([
    ['lines of different lengths', 'base64', text.replace('\r\n', '').replace(/^(.{40})/, '$1\r\n')],
    ['lines that part four letters', 'base64', inLines(bytesOf(300), 75)],
    ['line feeds alone', 'base64', inLines(bytesOf(300), 76, '\n')],
    ['a blank at the end of a line', 'base64', text.replace('\r\n', ' \r\n')],
    ['junk among the letters', 'base64', `${text.slice(0, 10)} !${text.slice(10)}`],
    ['no padding at the end', 'base64', inLines(bytesOf(301), 76).replace(/=+$/, '')],
    ['padding in the middle', 'base64', `${inLines(bytesOf(100), 76)}\r\n${inLines(bytesOf(200), 76)}`],
    ['bits beyond the last byte', 'base64', `${inLines(bytesOf(58), 76).slice(0, -3)}/==`],
    ['the letters of addresses', 'base64', Buffer.alloc(57, 0xfb).toString('base64').replaceAll('+', '-')],
    ['a blank and one sign of padding less', 'base64', 'YW JjZA='],
    ['quoted signs', 'quoted-printable', 'Ch=C3=A0o'],
    ['uuencoded lines', 'x-uuencode', 'begin 644 a\r\n#0V%T\r\n`\r\nend'],
  ])('has none in %s', (_name, encoding, body) => {
    expect(placeOf(body, encoding).place).toBeNull();
  });

  it('fails in the middle when its source is shorter than it was', async () => {
    const bytes = bytesOf(3_000);
    const { raw, place } = placeOf(inLines(bytes, 76), 'base64');
    const open = reader(raw.subarray(0, 2_000), 64);
    const stream = await openPlace(open, place as PlaceInSource, bytes.length);
    await expect(buffer(stream)).rejects.toThrow('ends before');
  });

  it('is the same file, whatever is wrong with the mail around it', async () => {
    const next = seededNumbers(11);
    let placed = 0;
    for (const { name, raw } of hostileDeliveries()) {
      if (raw.length > 20_000) continue;
      for (const { bytes, place } of readMail(raw).files) {
        if (place === null) continue;
        placed += 1;
        const open = reader(raw, 1 + (next() % 3_000));
        expect((await buffer(await openPlace(open, place, bytes.length))).equals(bytes), name).toBe(true);
      }
    }
    expect(placed).toBeGreaterThan(100);
  });
});
