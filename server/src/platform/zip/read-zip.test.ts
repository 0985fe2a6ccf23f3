import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isZip, readZip } from './read-zip.ts';

const NAME = /\.ics$/i;
const LIMITS = { entries: 5, unpackedBytes: 1_000_000 };

/** An archive that states these sizes, whatever its files unpack to. */
function zipOf(files: { name: string; bytes: Buffer; stated?: number }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, stated = bytes.length } of files) {
    const [packed, path] = [deflateRawSync(bytes), Buffer.from(name)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(stated, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    const after = Buffer.alloc(14);
    after.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, after, path);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}

test('the files that are wanted are unpacked, and no others', async () => {
  const bytes = Buffer.from('BEGIN:VCALENDAR\r\n');
  const zip = zipOf([
    { name: 'Takeout/Lịch/việc.ics', bytes },
    { name: 'Takeout/ảnh.jpg', bytes: Buffer.alloc(5_000_000) },
  ]);
  expect(isZip(zip)).toBe(true);
  expect(isZip(bytes)).toBe(false);
  expect(await readZip(zip, NAME, LIMITS)).toEqual([{ name: 'Takeout/Lịch/việc.ics', bytes }]);
});

test('CL-155 an archive that unpacks to more than the limit is refused, also one that states less', async () => {
  const half = Buffer.alloc(600_000);
  const tooLarge = expect.objectContaining({ code: 'too_large' });
  const twice = zipOf(['a.ics', 'b.ics'].map((name) => ({ name, bytes: half })));
  await expect(readZip(twice, NAME, LIMITS)).rejects.toEqual(tooLarge);
  const bomb = Buffer.alloc(100_000_000);
  await expect(readZip(zipOf([{ name: 'a.ics', bytes: bomb }]), NAME, LIMITS)).rejects.toEqual(tooLarge);
  const lying = zipOf([{ name: 'a.ics', bytes: bomb, stated: 10 }]);
  await expect(readZip(lying, NAME, LIMITS)).rejects.toMatchObject({ code: 'unsupported_media_type' });
  const many = zipOf(Array.from({ length: 6 }, (_, at) => ({ name: `${at}.txt`, bytes: Buffer.alloc(1) })));
  await expect(readZip(many, NAME, LIMITS)).rejects.toEqual(tooLarge);
});

test('CL-155 what can not be read as an archive is refused', async () => {
  const zip = zipOf([{ name: 'a.ics', bytes: Buffer.from('một') }]);
  for (const broken of [Buffer.from('PK\x03\x04'), zip.subarray(0, -10), zip.subarray(20)]) {
    await expect(readZip(broken, NAME, LIMITS)).rejects.toMatchObject({ code: 'unsupported_media_type' });
  }
});
