import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

/** A compressed file of a backup as its manifest describes it, with its size and hash. */
export type SealedFile = { file: string; bytes: number; sha256: string };

/** Writes the content compressed. It is durable only after `syncFiles`. */
export async function writeSealed(folder: string, file: string, content: Readable): Promise<SealedFile> {
  const handle = await open(join(folder, file), 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(content, createZstdCompress(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        hash.update(piece);
        bytes += piece.length;
        await handle.appendFile(piece);
      }
    });
  } finally {
    await handle.close();
  }
  return { file, bytes, sha256: hash.digest('hex') };
}

/** Flushes all files together, which costs the disk little more than flushing one. */
export async function syncFiles(folder: string, files: SealedFile[]): Promise<void> {
  await Promise.all(
    files.map(async ({ file }) => {
      const handle = await open(join(folder, file), 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    }),
  );
}

/**
 * The uncompressed content. The stream fails, at its end at the latest, when the file does not match the
 * manifest.
 */
export function readSealed(folder: string, sealed: SealedFile): Readable {
  const content = createZstdDecompress();
  pipeline(createReadStream(join(folder, sealed.file)), checking(sealed), content).catch((error: Error) =>
    content.destroy(asDamage(sealed, error)),
  );
  return content;
}

/** Null when the file matches the manifest, otherwise what is wrong with it. */
export async function faultOf(folder: string, sealed: SealedFile): Promise<string | null> {
  try {
    await pipeline(createReadStream(join(folder, sealed.file)), checking(sealed), async (pieces) => {
      for await (const _ of pieces);
    });
    return null;
  } catch (error) {
    return asDamage(sealed, error as Error).message;
  }
}

/** The file is missing, unreadable, or differs from what was written. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError';
}

/** The lines of a text, without line ends. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    const text = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, start)) {
      yield text.subarray(start, end);
      start = end + 1;
    }
    rest = text.subarray(start);
  }
  if (rest.length > 0) yield rest;
}

function checking({ file, bytes, sha256 }: SealedFile): Transform {
  const hash = createHash('sha256');
  let size = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
    flush(done) {
      const same = size === bytes && hash.digest('hex') === sha256;
      done(same ? null : new DamagedFileError(`${file} is not what was written`));
    },
  });
}

function asDamage({ file }: SealedFile, error: Error): Error {
  if (error instanceof DamagedFileError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new DamagedFileError(`${file} is missing`, { cause: error });
  return new DamagedFileError(`${file} can not be read: ${error.message}`, { cause: error });
}
