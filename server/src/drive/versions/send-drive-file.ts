import { HARMLESS, isShownInline, servedType } from '../../mail/attachments/file-types.ts';
import { BlobDamagedError, BlobMissingError } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';
import { namesTag, readRange } from '../../platform/http/byte-range.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import { HttpFailure } from '../../platform/http/http-failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { type ChunkDeps, openChunks } from '../chunks/open-chunks.ts';
import type { VersionRow } from './versions.store.ts';

export type DriveFileDeps = ChunkDeps & { log: Logger };

type SentVersion = Pick<VersionRow, 'mailbox_id' | 'id' | 'size' | 'content_type' | 'content_hash'>;

type WantedBytes = {
  /** Displayed instead of downloaded, if its type is harmless; otherwise it is an attachment. */
  inline?: boolean;
  method: string;
  headers: { range?: string; 'if-range'?: string; 'if-none-match'?: string };
};

/** Cached by the browser but revalidated each time: without access the file is no longer shown. */
const ASKED_AGAIN = 'private, no-cache';

/** The bytes of a version, a range of them, or 304 when the browser's copy is current. */
export async function sendDriveFile(
  deps: DriveFileDeps,
  version: SentVersion,
  name: string,
  wanted: WantedBytes,
): Promise<Bytes> {
  const tag = `"${version.content_hash}"`;
  const caching = { etag: tag, 'cache-control': ASKED_AGAIN };
  if (namesTag(wanted.headers['if-none-match'], tag)) return { status: 304, headers: caching, stream: null };
  const { size } = version;
  const { range: rangeHeader, 'if-range': ifRange } = wanted.headers;
  const range = ifRange === undefined || ifRange === tag ? readRange(rangeHeader, size) : null;
  if (range === 'unsatisfiable') {
    throw new HttpFailure('range_not_satisfiable', `The file has ${size} bytes`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const inline = wanted.inline === true && isShownInline(version.content_type.toLowerCase());
  const { start, end } = range ?? { start: 0, end: size };
  return {
    status: range ? 206 : 200,
    headers: {
      ...HARMLESS,
      ...caching,
      'content-type': servedType(version.content_type),
      'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
      'accept-ranges': 'bytes',
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {}),
    },
    stream: wanted.method === 'HEAD' ? null : await open(deps, version, { start, end }),
  };
}

/** Missing bytes are an internal fault; the caller learns only that the file does not exist. */
async function open(deps: DriveFileDeps, version: SentVersion, range: { start: number; end: number }) {
  try {
    return await openChunks(deps, version.mailbox_id, version.id, range);
  } catch (error) {
    if (!(error instanceof BlobMissingError) || error instanceof BlobDamagedError) throw error;
    deps.log.error({ version: version.id, reason: error.message }, 'blob of the drive missing');
    throw new Failure('file_not_found', 'File not found');
  }
}
