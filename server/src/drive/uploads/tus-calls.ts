import { UPLOAD_BYTES } from '@bocau/contract/drive-uploads.ts';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { bodyIsRead } from '../../platform/http/after-body.ts';
import { HttpFailure } from '../../platform/http/http-failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { refuseExpired } from './create-upload.ts';
import { type FinishDeps, finishUpload } from './finish-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import { readChecksum, readNumber, refuseOtherVersions, TUS } from './tus-headers.ts';
import { withLease } from './upload-lease.ts';
import type { UploadRow } from './uploads.store.ts';

/**
 * How much of an unwanted body is read and discarded, so that the client receives the error; beyond that the
 * connection is closed.
 */
const READ_IN_VAIN = 8 * 1024 ** 2;

/** Throws when the upload's target is no longer permitted. */
type Judge = (read: ReadDb) => Promise<void>;

/** Receives the bytes of a call, if any, and finishes a complete upload. */
export async function receiveCall(
  deps: FinishDeps,
  found: UploadRow,
  request: FastifyRequest,
  judge: Judge,
): Promise<UploadRow> {
  if (request.body === undefined && Number(request.headers['content-length'] ?? 0) > 0) {
    throw new Failure('unsupported_media_type', `Bytes come as ${UPLOAD_BYTES}`);
  }
  const checksum = readChecksum(request.headers);
  const body = request.body as AsyncIterable<Uint8Array> | undefined;
  return withLease(
    deps,
    found,
    async (leased) => {
      const { upload } = leased;
      refuseExpired(deps, upload);
      const offset = request.method === 'PATCH' ? readNumber(request.headers, 'upload-offset') : 0;
      if (offset !== upload.received) {
        throw new HttpFailure('upload_offset_wrong', `The upload is at ${upload.received}`, {
          headers: { 'upload-offset': String(upload.received) },
        });
      }
      if (Number(request.headers['content-length'] ?? 0) > upload.size - offset) {
        throw new Failure('too_large', 'More bytes are sent than the upload was to have');
      }
      const isMore = body !== undefined && upload.entry_id === null;
      const received = isMore ? await receiveUpload(deps, leased, body, checksum) : upload.received;
      await bodyIsRead(request);
      return finished(deps, { ...upload, received }, judge);
    },
    () => request.raw.destroy(),
  );
}

/** Finishes a complete upload whose process died between the last byte and the file. */
export async function finishLeft(deps: FinishDeps, found: UploadRow, judge: Judge): Promise<UploadRow> {
  const isLeft = found.received === found.size && found.entry_id === null;
  return isLeft ? withLease(deps, found, (leased) => finished(deps, leased.upload, judge)) : found;
}

async function finished(deps: FinishDeps, upload: UploadRow, judge: Judge): Promise<UploadRow> {
  if (upload.received < upload.size || upload.entry_id !== null) return upload;
  await judge(deps.db);
  return { ...upload, entry_id: await finishUpload(deps, upload, judge) };
}

/** Adds the headers that every response needs, including errors. */
export async function asTus(request: FastifyRequest, answer: () => Promise<Bytes>): Promise<Bytes> {
  try {
    refuseOtherVersions(request.headers);
    return await answer();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, details } = error;
    const more = error instanceof HttpFailure ? error.headers : {};
    throw new HttpFailure(code, message, {
      headers: { ...TUS, ...more, ...passOver(request) },
      ...(details ? { details } : {}),
    });
  }
}

/** Discards the rest of an unwanted body. */
function passOver({ raw, headers }: FastifyRequest): Record<string, string> {
  if (raw.complete) return {};
  if (Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > READ_IN_VAIN)
    return { connection: 'close' };
  raw.resume();
  return {};
}
