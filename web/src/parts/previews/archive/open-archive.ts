import { decodeText } from '../file-text.ts';

/** Of an archive that is opened in the browser, and of one file within it once it is unpacked. */
export const MOST_ARCHIVE_BYTES = 25 * 1024 * 1024;
const MOST_FILE_BYTES = 25 * 1024 * 1024;
const MOST_FILES = 2000;

export type ArchivedFile = {
  /** With its folders, as it can be read: its last characters, without those that turn the direction of others. */
  path: string;
  size: number;
  /** It has a password, or is packed in a way that browsers don't know. */
  isLocked: boolean;
  /** Rejects where it is damaged, or is larger than it says. */
  unpack(): Promise<Uint8Array<ArrayBuffer>>;
};

const LONGEST_PATH = 255;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const LISTED = 0x02014b50;
const LOCAL_BYTES = 30;

/** The files of a ZIP archive by its directory (APPNOTE 4.3.12), without folders; throws where it is none. */
export function openArchive(bytes: ArrayBuffer): { files: ArchivedFile[]; isCut: boolean } {
  const view = new DataView(bytes);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  const files: ArchivedFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== LISTED) throw new Error('The directory of the archive is damaged');
    const [named, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const path = decodeText(bytes.slice(at + 46, at + 46 + (named ?? 0)));
    if (!path.endsWith('/')) {
      if (files.length === MOST_FILES) return { files, isCut: true };
      files.push(fileAt(view, at, path));
    }
    at += 46 + (named ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return { files, isCut: false };
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new Error('This is no ZIP archive');
}

function fileAt(view: DataView, at: number, path: string): ArchivedFile {
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
  const method = view.getUint16(at + 10, true);
  const [packed, size, start] = [20, 24, 42].map((offset) => view.getUint32(at + offset, true));
  return {
    path: path.replace(TURNING, '').slice(-LONGEST_PATH),
    size: size ?? 0,
    isLocked: isEncrypted || (method !== 0 && method !== 8),
    async unpack() {
      const from = start ?? 0;
      const skipped = view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
      const begin = from + LOCAL_BYTES + skipped;
      const bytes = new Uint8Array(view.buffer.slice(begin, begin + (packed ?? 0)) as ArrayBuffer);
      return method === 0 ? bytes : inflate(bytes);
    },
  };
}

/** What unpacks to more than it may is stopped on the way: its directory can say anything. */
async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.byteLength;
    if (total > MOST_FILE_BYTES) {
      await reader.cancel();
      throw new Error('The file is too large to be unpacked here');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
