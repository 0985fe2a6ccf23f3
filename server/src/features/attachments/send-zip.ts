import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { type FileDeps, openFile } from '../../mail/attachments/send-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { distinctNames } from '../../platform/mime/distinct-names.ts';
import type { FilesOfMessage } from './attachments.store.ts';

const LONGEST_NAME = 100;

/**
 * One zip of all files, written while they are read, one after the other. They are stored as they are, because most
 * are compressed already; so the length is known beforehand, and a zip that was cut off is seen to be so.
 */
export function sendZip(deps: FileDeps, message: FilesOfMessage, method: string): Bytes {
  const { length, stream } = writeZip(deps, message);
  if (method === 'HEAD') stream.destroy();
  return {
    headers: {
      ...HARMLESS,
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', `${zipName(message.subject)}.zip`),
      'content-length': String(length),
      'cache-control': 'private, no-store',
    },
    stream: method === 'HEAD' ? null : stream,
  };
}

function zipName(subject: string): string {
  const [name = ''] = distinctNames([subject.slice(0, LONGEST_NAME).trim()]);
  return name === 'file' ? 'attachments' : name;
}

function writeZip(deps: FileDeps, message: FilesOfMessage): { length: number; stream: Readable } {
  const zip = new ZipFile();
  const stream = zip.outputStream as PassThrough;
  const mtime = new Date(message.received_at * 1000);
  const names = distinctNames(message.files.map((file) => file.name));
  let reading: Readable | null = null;
  let length = -1;

  async function open(file: AttachmentRow): Promise<Readable> {
    const source = await openFile(deps, file);
    // The reader left while the file was being opened.
    if (stream.destroyed) source.destroy();
    source.on('error', (error) => stream.destroy(error));
    reading = source;
    return source;
  }
  zip.on('error', (error: Error) => stream.destroy(error));
  // A reader who left has no more of the files read.
  stream.on('close', () => reading?.destroy());

  for (const [index, file] of message.files.entries()) {
    const options = { compress: false, size: file.size, mtime };
    zip.addReadStreamLazy(names[index] as string, options, (give) => {
      if (stream.destroyed) return;
      // Half a zip is told from a whole one by the broken connection, never by a file that is silently not in it.
      open(file).then(
        (source) => give(null, source),
        (error: Error) => stream.destroy(error),
      );
    });
  }
  const tell = (size: number) => {
    length = size;
  };
  zip.end({ forceZip64Format: false, comment: '' }, tell as () => void);
  return { length, stream };
}
