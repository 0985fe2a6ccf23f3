import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeZip } from '../platform/zip/write-zip.ts';

export async function zipOfFiles(files: { path: string; content: string }[]): Promise<Buffer> {
  async function* members() {
    for (const { path, content } of files) {
      const bytes = Buffer.from(content);
      yield { path, size: bytes.length, modifiedAt: 0, bytes: Readable.from([bytes]) };
    }
  }
  return buffer(writeZip(members()));
}
