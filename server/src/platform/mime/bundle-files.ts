import { crc32 } from 'node:zlib';
import type { ReadFile } from './describe-files.ts';
import { mailLimits } from './mail-limits.ts';

const VERSION = 20;
/** Names are in UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, the earliest date of the zip format. */
const FIRST_DAY = 0x21;
const ZIP64_BYTES = 0xffffffff;

/**
 * Bundles the files beyond the number listed one by one into one zip: the list stays bounded, and no file is
 * lost.
 */
export function bundleRest(files: ReadFile[]): ReadFile[] {
  const rest = files.slice(mailLimits.attachments);
  if (rest.length === 0) return files;
  const first = mailLimits.attachments + 1;
  const bytes = zipOf(
    rest.map(({ name, bytes: content }, at) => ({ name: `${first + at} ${name}`, content })),
  );
  return [
    ...files.slice(0, mailLimits.attachments),
    {
      name: `attachments-${first}-${files.length}.zip`,
      contentType: 'application/zip',
      size: bytes.length,
      contentId: null,
      inline: false,
      bytes,
      place: null,
    },
  ];
}

/**
 * Stored, not compressed: most attachments are compressed already. Limited to the number of files that a zip
 * holds without zip64.
 */
function zipOf(entries: { name: string; content: Buffer }[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(FLAGS, 2);
    common.writeUInt16LE(FIRST_DAY, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const start = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const made = Buffer.from([VERSION, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, common, place, nameBytes]));
    files.push(start, content);
    offset += start.length + content.length;
    if (offset > ZIP64_BYTES) throw new Error('no message is as large as this');
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listing, end]);
}
