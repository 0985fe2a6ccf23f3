import { expect, test } from 'vitest';
import { openArchive } from './open-archive.ts';

type Entry = { name: string; text: string; method?: 0 | 8 | 14; flags?: number };
type Bytes = Uint8Array<ArrayBuffer>;

async function deflated(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Numbers of two and of four bytes at their places in a record. */
function record(length: number, words: Record<number, number>, longs: Record<number, number>): Bytes {
  const view = new DataView(new ArrayBuffer(length));
  for (const [at, value] of Object.entries(words)) view.setUint16(Number(at), value, true);
  for (const [at, value] of Object.entries(longs)) view.setUint32(Number(at), value, true);
  return new Uint8Array(view.buffer);
}

/** As programs write them: local headers with their bytes, the directory, its end. */
async function zipOf(entries: readonly Entry[]): Promise<ArrayBuffer> {
  const locals: Bytes[] = [];
  const listed: Bytes[] = [];
  let offset = 0;
  for (const { name, text, method = 8, flags = 0 } of entries) {
    const bytes = new TextEncoder().encode(text);
    const packed = method === 8 ? await deflated(bytes) : bytes;
    const named = new TextEncoder().encode(name);
    locals.push(record(30, { 26: named.length }, { 0: 0x04034b50 }), named, packed);
    const sizes = { 0: 0x02014b50, 20: packed.length, 24: bytes.length, 42: offset };
    listed.push(record(46, { 8: flags, 10: method, 28: named.length }, sizes), named);
    offset += 30 + named.length + packed.length;
  }
  const end = record(22, { 10: entries.length }, { 0: 0x06054b50, 16: offset });
  return new Blob([...locals, ...listed, end]).arrayBuffer();
}

const textOf = async (unpack: () => Promise<Uint8Array>) => new TextDecoder().decode(await unpack());

test('TD-24 the files of an archive are listed without its folders, and unpacked one by one', async () => {
  const { files } = openArchive(
    await zipOf([
      { name: 'Hồ sơ/', text: '', method: 0 },
      { name: 'Hồ sơ/Báo giá.txt', text: 'Chín trăm nghìn '.repeat(50) },
      { name: 'ghi-chu.txt', text: 'nguyên', method: 0 },
    ]),
  );
  expect(files.map(({ path, isLocked }) => [path, isLocked])).toEqual([
    ['Hồ sơ/Báo giá.txt', false],
    ['ghi-chu.txt', false],
  ]);
  const [packed, plain] = files;
  expect(await textOf(() => packed?.unpack() ?? Promise.reject())).toBe('Chín trăm nghìn '.repeat(50));
  expect(await textOf(() => plain?.unpack() ?? Promise.reject())).toBe('nguyên');
});

test.each([
  [2000, false],
  [2001, true],
])('TD-24 of %d files at most 2000 are listed, and whether some are left out: %s', async (count, isCut) => {
  const entries = Array.from({ length: count }, (_, at) => ({
    name: `${at}.txt`,
    text: '',
    method: 0 as const,
  }));
  const opened = openArchive(await zipOf([...entries, { name: 'Hồ sơ/', text: '', method: 0 }]));
  expect(opened.files).toHaveLength(2000);
  expect(opened.isCut).toBe(isCut);
});

test('TD-24 what has a password or is packed otherwise is listed, and not opened', async () => {
  const { files } = openArchive(
    await zipOf([
      { name: 'a.txt', text: 'x', flags: 1 },
      { name: 'b.txt', text: 'x', method: 14 },
    ]),
  );
  expect(files.map(({ isLocked }) => isLocked)).toEqual([true, true]);
});

test('TD-24 what unpacks to more than it may is stopped, and what is no archive is refused', async () => {
  const { files } = openArchive(await zipOf([{ name: 'bomb.txt', text: '0'.repeat(26 * 1024 * 1024) }]));
  await expect(files[0]?.unpack()).rejects.toThrow('too large');
  expect(() => openArchive(new ArrayBuffer(10))).toThrow();
  expect(() => openArchive(new TextEncoder().encode('x'.repeat(100)).buffer)).toThrow('no ZIP');
});

test('TD-24 names are listed as they are, whatever characters turn them around, and no longer than can be read', async () => {
  const { files } = openArchive(
    await zipOf([
      { name: 'hoa-don\u202efdp.exe', text: 'x' },
      { name: `${'x'.repeat(4000)}.txt`, text: 'x' },
    ]),
  );
  expect(files.map(({ path }) => path)).toEqual(['hoa-donfdp.exe', `${'x'.repeat(251)}.txt`]);
});
