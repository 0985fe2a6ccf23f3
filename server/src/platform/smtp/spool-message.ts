import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

export type SpooledMessage = {
  size: number;
  /** Hex SHA-256 of the received bytes. */
  hash: string;
  /** The beginning, enough for the header block of any legitimate message. */
  head: Buffer;
  /** The whole message; can be read repeatedly. */
  read(): AsyncIterable<Buffer> | Iterable<Buffer>;
  /** All bytes of a small message; null when it is in a file. */
  bytes: Buffer | null;
  discard(): Promise<void>;
};

const KEPT_IN_MEMORY = 512 * 1024;
const HEAD_BYTES = 256 * 1024;

/** Spools a message from the connection: a small one in memory, a large one in a temporary file. */
export async function spoolMessage(content: AsyncIterable<Buffer>, name: string): Promise<SpooledMessage> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  let file: { path: string; stream: WriteStream; failure: Error | null } | null = null;
  const discard = async () => {
    if (!file) return;
    file.stream.destroy();
    await unlink(file.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  };
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      if (!file && size > KEPT_IN_MEMORY) {
        const path = join(tmpdir(), `bocau-mail-${name}`);
        file = openFile(path);
        for (const earlier of chunks) file.stream.write(earlier);
      }
      if (!file) chunks.push(chunk);
      else if (file.failure) throw file.failure;
      else if (!file.stream.write(chunk)) await once(file.stream, 'drain');
    }
    if (file) {
      file.stream.end();
      await finished(file.stream);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  const kept = Buffer.concat(chunks);
  const path = file?.path;
  return {
    size,
    hash: hash.digest('hex'),
    head: kept.subarray(0, HEAD_BYTES),
    read: () => (path === undefined ? [kept] : createReadStream(path)),
    bytes: path === undefined ? kept : null,
    discard,
  };
}

/** Also reports a disk that fills up between two chunks. */
function openFile(path: string): { path: string; stream: WriteStream; failure: Error | null } {
  const file = { path, stream: createWriteStream(path, { mode: 0o600 }), failure: null as Error | null };
  file.stream.on('error', (error) => {
    file.failure = error;
  });
  return file;
}
