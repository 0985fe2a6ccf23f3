import { crc32, deflateSync } from 'node:zlib';
import type { MailFile } from './mime.ts';
import { prng } from './prng.ts';
import { type ArchiveEntry, storeZip } from './sample-archive.ts';
import { beltFrame1, beltFrame2, beltFrame3, beltFrame4, cartonsJpeg } from './sample-bytes.ts';
import type { Cell } from './sample-office.ts';

type Colour = [red: number, green: number, blue: number];

export function jpeg(name: string): MailFile {
  return { name, type: 'image/jpeg', content: cartonsJpeg };
}

/** A landscape: sky, sun, two rows of hills. `grain` makes it as hard to compress as a photo. */
export function png(name: string, width = 320, height = 200, grain = 0): MailFile {
  const rng = prng(name);
  const sky: Colour = rng.pick<Colour>([
    [135, 190, 235],
    [250, 200, 140],
    [180, 205, 225],
  ]);
  const hills: Colour = rng.pick<Colour>([
    [60, 120, 80],
    [90, 100, 60],
    [45, 95, 105],
  ]);
  const sunX = width * (0.2 + 0.6 * rng.next());
  const phase = rng.next() * 6;
  return drawPng(name, width, height, (x, y) => {
    const far = height * (0.6 + 0.08 * Math.sin(phase + (x / width) * 7));
    const near = height * (0.75 + 0.06 * Math.sin(phase * 2 + (x / width) * 11));
    const sun = Math.hypot(x - sunX, y - height * 0.25) < height * 0.1;
    const base: Colour = y > near ? shade(hills, 0.7) : y > far ? hills : sun ? [255, 236, 170] : sky;
    const light = 1 - 0.25 * (y / height) + (grain > 0 ? (rng.next() - 0.5) * grain : 0);
    return shade(base, light);
  });
}

/** The mark of a company: a ring around a bar, in its colour. */
export function logo(name: string, colour: Colour): MailFile {
  return drawPng(name, 96, 32, (x, y) => {
    const ring = Math.abs(Math.hypot(x - 16, y - 16) - 11);
    const bar = x > 36 && x < 90 && ((y > 8 && y < 14) || (y > 18 && y < 22 && x < 74));
    return ring < 3 || bar ? colour : [255, 255, 255];
  });
}

export function wav(name: string, seconds = 2): MailFile {
  const rate = 8_000;
  const melody = [523, 659, 784, 659];
  const samples = Buffer.alloc(rate * seconds);
  for (let i = 0; i < samples.length; i++) {
    const pitch = melody[Math.floor((i / rate) * 2) % melody.length] ?? 523;
    const fade = 1 - (((i / rate) * 2) % 1);
    samples[i] = 128 + Math.round(70 * fade * Math.sin((2 * Math.PI * pitch * i) / rate));
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return { name, type: 'audio/wav', content: Buffer.concat([head, samples]) };
}

/** Four seconds of VP8 key frames in a WebM container. */
export function webm(name: string): MailFile {
  const frames = [beltFrame1, beltFrame2, beltFrame3, beltFrame4];
  const track = ebml('ae', [
    ebml('d7', Buffer.from([1])),
    ebml('73c5', Buffer.from([1])),
    ebml('83', Buffer.from([1])),
    ebml('86', Buffer.from('V_VP8')),
    ebml('e0', [ebml('b0', uint16(160)), ebml('ba', uint16(120))]),
  ]);
  const blocks = Array.from({ length: 8 }, (_, i) => {
    const at = i * 500;
    const frame = frames[i % frames.length] ?? beltFrame1;
    return ebml('a3', Buffer.concat([Buffer.from([0x81]), uint16(at), Buffer.from([0x80]), frame]));
  });
  const duration = Buffer.alloc(4);
  duration.writeFloatBE(4_000);
  const content = Buffer.concat([
    ebml('1a45dfa3', [
      ebml('4286', Buffer.from([1])),
      ebml('42f7', Buffer.from([1])),
      ebml('42f2', Buffer.from([4])),
      ebml('42f3', Buffer.from([8])),
      ebml('4282', Buffer.from('webm')),
      ebml('4287', Buffer.from([2])),
      ebml('4285', Buffer.from([2])),
    ]),
    ebml('18538067', [
      ebml('1549a966', [
        ebml('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
        ebml('4489', duration),
        ebml('4d80', Buffer.from('Sao Mai')),
        ebml('5741', Buffer.from('Sao Mai')),
      ]),
      ebml('1654ae6b', [track]),
      ebml('1f43b675', [ebml('e7', Buffer.from([0])), ...blocks]),
    ]),
  ]);
  return { name, type: 'video/webm', content };
}

export function zip(name: string, files: ArchiveEntry[]): MailFile {
  return { name, type: 'application/zip', content: storeZip(files) };
}

export function csv(name: string, rows: Cell[][]): MailFile {
  const lines = rows.map((cells) => cells.map((cell) => `"${String(cell).replace(/"/g, '""')}"`).join(','));
  // Excel takes a CSV for UTF-8 only when it begins with the byte order mark.
  return { name, type: 'text/csv', content: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`) };
}

export function txt(name: string, lines: string[]): MailFile {
  return { name, type: 'text/plain', content: Buffer.from(`${lines.join('\r\n')}\r\n`) };
}

/** What Outlook sends to those it takes for Outlook: the files wrapped in one application/ms-tnef part. */
export function winmailDat(files: ArchiveEntry[]): MailFile {
  const message = 1;
  const attachment = 2;
  const chunks = [
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0x01, 0x00]),
    tnefAttribute(message, 0x00089006, Buffer.from([0, 0, 1, 0])),
    tnefAttribute(message, 0x00069007, Buffer.from([0xe4, 0x04, 0, 0, 0, 0, 0, 0])),
    tnefAttribute(message, 0x00078008, Buffer.from('IPM.Microsoft Mail.Note\0')),
  ];
  for (const file of files) {
    const render = Buffer.alloc(14);
    render.writeUInt16LE(1, 0);
    render.writeUInt32LE(0xffffffff, 2);
    chunks.push(
      tnefAttribute(attachment, 0x00069002, render),
      tnefAttribute(attachment, 0x00018010, Buffer.from(`${file.name}\0`)),
      tnefAttribute(attachment, 0x0006800f, file.content),
    );
  }
  return { name: 'winmail.dat', type: 'application/ms-tnef', content: Buffer.concat(chunks) };
}

function tnefAttribute(level: number, id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  let sum = 0;
  for (const byte of data) sum = (sum + byte) & 0xffff;
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(sum);
  return Buffer.concat([head, data, checksum]);
}

function drawPng(
  name: string,
  width: number,
  height: number,
  at: (x: number, y: number) => Colour,
): MailFile {
  const rows = Buffer.alloc(height * (1 + width * 3));
  let offset = 0;
  for (let y = 0; y < height; y++) {
    rows[offset++] = 0;
    for (let x = 0; x < width; x++) {
      for (const channel of at(x, y)) rows[offset++] = channel;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const content = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, type: 'image/png', content };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}

function shade(colour: Colour, by: number): Colour {
  const [red, green, blue] = colour;
  return [clamp(red * by), clamp(green * by), clamp(blue * by)];
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

/** One EBML element, its length always in eight bytes. */
function ebml(id: string, content: Buffer | Buffer[]): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content) : content;
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}
