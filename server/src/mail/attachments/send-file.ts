import type { Readable } from 'node:stream';
import { BlobDamagedError, BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';
import { namesTag, readRange } from '../../platform/http/byte-range.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import { HttpFailure } from '../../platform/http/http-failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { openAttachment } from './attachment-bytes.ts';
import type { AttachmentRow } from './attachments.store.ts';
import { HARMLESS, isShownInline, servedType } from './file-types.ts';

export type FileDeps = { blobs: BlobStore; log: Logger };
type SentFile = Pick<AttachmentRow, 'id' | 'name' | 'content_type' | 'blob' | 'size' | 'held'>;

type Wanted = {
  inline: boolean;
  method: string;
  headers: { range?: string; 'if-range'?: string; 'if-none-match'?: string };
};

/** Cached by the browser but revalidated each time: after sign-out or removal the file is no longer shown. */
const ASKED_AGAIN = 'private, no-cache';

/** The bytes of a file, a range of them, or 304 when the browser's copy is current. */
export async function sendFile(deps: FileDeps, file: SentFile, wanted: Wanted): Promise<Bytes> {
  const tag = `"${file.blob}"`;
  const inline = wanted.inline && isShownInline(file.content_type.toLowerCase());
  const caching = { etag: tag, 'cache-control': ASKED_AGAIN };
  if (namesTag(wanted.headers['if-none-match'], tag)) return { status: 304, headers: caching, stream: null };

  const stat = await deps.blobs.stat(file.held?.source ?? file.blob);
  // Reading it shows whether it is lost or damaged.
  if (stat === null) {
    (await openFile(deps, file)).destroy();
    throw missing(deps, file);
  }
  const { size } = file.held === null ? stat : file;
  const headers = {
    ...HARMLESS,
    ...caching,
    'content-type': servedType(file.content_type),
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.name),
    'accept-ranges': 'bytes',
  };
  const { range: rangeHeader, 'if-range': ifRange } = wanted.headers;
  const range = ifRange === undefined || ifRange === tag ? readRange(rangeHeader, size) : null;
  if (range === 'unsatisfiable') {
    throw new HttpFailure('range_not_satisfiable', `The file has ${size} bytes`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: size };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {}),
    },
    stream: wanted.method === 'HEAD' ? null : await openFile(deps, file, range ?? undefined),
  };
}

/** Missing bytes are an internal fault; the caller learns only that the file does not exist, or is damaged. */
export async function openFile(
  deps: FileDeps,
  file: SentFile,
  range?: { start: number; end: number },
): Promise<Readable> {
  try {
    return await openAttachment(deps.blobs, file, range);
  } catch (error) {
    throw isLost(error) ? missing(deps, file) : error;
  }
}

/** A damaged file is distinguished: it does exist. */
export function isLost(error: unknown): boolean {
  return error instanceof BlobMissingError && !(error instanceof BlobDamagedError);
}

export function missing(deps: FileDeps, file: SentFile): Failure {
  deps.log.error({ file: file.id, blob: file.held?.source ?? file.blob }, 'attachment blob missing');
  return fileNotFound();
}

export function fileNotFound(): Failure {
  return new Failure('file_not_found', 'File not found');
}
