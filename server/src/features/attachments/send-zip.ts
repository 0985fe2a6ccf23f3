import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { type FileDeps, openFile } from '../../mail/attachments/send-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { distinctNames } from '../../platform/mime/distinct-names.ts';
import { writeZip, type ZipMember, zipLength } from '../../platform/zip/write-zip.ts';
import type { ZipEntry } from '../../platform/zip/zip-records.ts';
import type { FilesOfMessage } from './attachments.store.ts';

const LONGEST_NAME = 100;

/**
 * Streams one zip of all files, one after another. They are stored uncompressed, because most are compressed
 * already; so the length is known in advance, and a truncated zip is recognisable.
 */
export function sendZip(deps: FileDeps, message: FilesOfMessage, method: string): Bytes {
  const files = filesIn(message);
  return {
    headers: {
      ...HARMLESS,
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', `${zipName(message.subject)}.zip`),
      'content-length': String(zipLength(files)),
      'cache-control': 'private, no-store',
    },
    stream: method === 'HEAD' ? null : writeZip(openEach(deps, files)),
  };
}

function zipName(subject: string): string {
  const [name = ''] = distinctNames([subject.slice(0, LONGEST_NAME).trim()]);
  return name === 'file' ? 'attachments' : name;
}

type FileInZip = ZipEntry & { file: AttachmentRow };

function filesIn({ received_at: modifiedAt, files }: FilesOfMessage): FileInZip[] {
  const names = distinctNames(files.map(({ name }) => name));
  return files.map((file, index) => ({ path: names[index] as string, size: file.size, modifiedAt, file }));
}

async function* openEach(deps: FileDeps, files: FileInZip[]): AsyncGenerator<ZipMember> {
  for (const { file, ...entry } of files) yield { ...entry, bytes: await openFile(deps, file) };
}
