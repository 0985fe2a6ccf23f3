import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { growthOf, isTooSteep } from '../../test-kit/processor-cost.ts';
import { writeZip, type ZipMember, zipLength } from './write-zip.ts';
import { directoryEnd, directoryRecord } from './zip-records.ts';

const MODIFIED = Date.parse('2026-11-21T08:30:10Z') / 1000;

function file(path: string, content: string): ZipMember {
  const bytes = Buffer.from(content);
  return { path, size: bytes.length, modifiedAt: MODIFIED, bytes: Readable.from([bytes]) };
}

function folder(path: string): ZipMember {
  return { path, size: 0, modifiedAt: MODIFIED, bytes: null };
}

async function* each(members: ZipMember[]) {
  yield* members;
}

async function* folders(count: number) {
  for (let number = 0; number < count; number += 1) yield folder(`Thư mục/${number}/`);
}

type Listed = Entry & { content: string };

async function unzip(bytes: Buffer): Promise<Listed[]> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true });
  const listed: Listed[] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    listed.push(Object.assign(entry, { content: content.toString() }));
  }
  return listed;
}

test('files and folders come out of it as they went in, and its length is known before', async () => {
  const members = () => [
    folder('Dự án/'),
    file('Dự án/trống.txt', ''),
    file('Dự án/a.txt', 'một'),
    folder('Dự án/Ảnh/'),
  ];
  const bytes = await buffer(writeZip(each(members())));
  const listed = await unzip(bytes);
  expect(listed.map(({ fileName, content }) => [fileName, content])).toEqual([
    ['Dự án/', ''],
    ['Dự án/trống.txt', ''],
    ['Dự án/a.txt', 'một'],
    ['Dự án/Ảnh/', ''],
  ]);
  expect(listed.every((entry) => entry.getLastModDate().getTime() === MODIFIED * 1000)).toBe(true);
  expect(bytes.length).toBe(zipLength(members()));
});

test('more entries than a number of two bytes counts are all listed', async () => {
  const bytes = await buffer(writeZip(folders(0x10000)));
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true });
  expect(zip.entryCount).toBe(0x10000);
});

test('what lies behind 4 GB, or is larger, has its numbers in eight bytes', () => {
  const GB = 1024 ** 3;
  const record = directoryRecord({ ...file('a', ''), size: 5 * GB }, { offset: 6 * GB, crc: 7 });
  const extra = record.subarray(46 + 1 + 9);
  expect(
    [0, 4, 12, 20].map((at) => (at === 0 ? extra.readUInt16LE() : Number(extra.readBigUInt64LE(at)))),
  ).toEqual([1, 5 * GB, 5 * GB, 6 * GB]);
  const end = directoryEnd({ entries: 1, offset: 11 * GB, size: record.length });
  expect([Number(end.readBigUInt64LE(48)), Number(end.readBigUInt64LE(64))]).toEqual([
    11 * GB,
    11 * GB + record.length,
  ]);
  expect(zipLength([{ path: 'a', size: 5 * GB, modifiedAt: 0 }])).toBe(
    31 + 5 * GB + 24 + 56 + 28 + 56 + 20 + 22,
  );
});

test('no more is read than is taken, of empty folders too, and nothing once the reader has left', async () => {
  let given = 0;
  let ended = false;
  async function* counted() {
    try {
      for await (const member of folders(20_000)) {
        given += 1;
        yield member;
      }
    } finally {
      ended = true;
    }
  }
  const zip = writeZip(counted());
  zip.read(0);
  let before = -1;
  // Until backpressure stops it.
  while (given > before) {
    before = given;
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  }
  expect(zip.readableLength).toBeLessThan(100_000);
  expect(given).toBeLessThan(2_000);
  zip.destroy();
  await new Promise((resolve) => zip.once('close', resolve));
  expect(ended).toBe(true);
});

test('a file whose bytes break off, or are not as many as were said, breaks the zip', async () => {
  const broken = file('a.txt', 'một');
  broken.bytes?.destroy(new Error('lost'));
  await expect(buffer(writeZip(each([broken])))).rejects.toThrow('lost');
  const short = file('a.txt', 'một');
  await expect(buffer(writeZip(each([{ ...short, size: 9 }])))).rejects.toThrow('a file of 9 bytes has 5');
});

test('what is deflated is stored smaller, between others, and breaks the zip where its source breaks', async () => {
  const text = 'một '.repeat(100_000);
  async function* chunks(fails = false) {
    yield Buffer.from(text);
    if (fails) throw new Error('lost');
  }
  async function* members(fails = false) {
    yield file('a.txt', 'một');
    yield { path: 'b.txt', modifiedAt: MODIFIED, deflate: chunks(fails) };
    yield file('c.txt', 'hai');
  }
  const bytes = await buffer(writeZip(members()));
  expect(bytes.length).toBeLessThan(10_000);
  expect((await unzip(bytes)).map(({ fileName, content }) => [fileName, content])).toEqual([
    ['a.txt', 'một'],
    ['b.txt', text],
    ['c.txt', 'hai'],
  ]);
  await expect(buffer(writeZip(members(true)))).rejects.toThrow('lost');
});

test('four times as many entries cost about four times as much', async () => {
  const growth = await growthOf(
    (count) => count,
    5_000,
    (count) => buffer(writeZip(folders(count))),
    (suspicious) => isTooSteep(suspicious, 500_000),
  );
  expect(isTooSteep(growth, 500_000), JSON.stringify(growth)).toBe(false);
});
