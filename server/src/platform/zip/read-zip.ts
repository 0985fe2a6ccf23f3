import yauzl from 'yauzl';
import { Failure } from '../failure.ts';
import { readEntry } from './read-entry.ts';

const BEGIN = Buffer.from('PK\x03\x04');

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, BEGIN.length).equals(BEGIN);
}

export type ZipLimits = { entries: number; unpackedBytes: number };

/**
 * The files of an archive whose names match, unpacked. Refuses one that has more entries, or more in those files, than the
 * limits: whatever its headers state, no more than that is unpacked.
 */
export async function readZip(
  bytes: Buffer,
  wanted: RegExp,
  { entries: most, unpackedBytes }: ZipLimits,
): Promise<{ name: string; bytes: Buffer }[]> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    const files: { name: string; bytes: Buffer }[] = [];
    let entries = 0;
    let left = unpackedBytes;
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > most)
        throw new Failure('too_large', `An archive has at most ${most} files`, { details: { limit: most } });
      if (!wanted.test(entry.fileName)) continue;
      const file = await readEntry(zip, entry, left + 1);
      left -= file.length;
      if (left < 0) throw tooLarge(unpackedBytes);
      files.push({ name: entry.fileName, bytes: file });
    }
    return files;
  } catch (error) {
    if (error instanceof Failure) throw error;
    // Broken, locked by a password, or packed in a way of its own.
    throw new Failure('unsupported_media_type', 'The archive can not be read', {
      details: { archive: 'zip' },
      cause: error,
    });
  }
}

function tooLarge(limit: number): Failure {
  return new Failure('too_large', `What is packed has at most ${limit} bytes`, { details: { limit } });
}
