import { ApiError } from '@bocau/contract/client.ts';
import { createUpload } from '@bocau/contract/drive-uploads.ts';
import type { ErrorBody, ErrorCode } from '@bocau/contract/errors.ts';
import { ACCOUNT_HEADER, COOKIE_HEADER } from '@bocau/contract/session.ts';
import { DetailedError, Upload } from 'tus-js-client';
import type { Transfers } from '../../model/drive/uploads/transfer.ts';

/** The size of one call, as some proxies refuse longer ones; the server continues where it ended. */
const BYTES_A_CALL = 64 * 1024 ** 2;

const headersOf = (owner: string) => ({
  [COOKIE_HEADER.name]: COOKIE_HEADER.value,
  [ACCOUNT_HEADER.name]: ACCOUNT_HEADER.value(owner),
});

/** Sends files by tus 1.0. The queue decides when to retry, not the library. */
export const tusTransfers: Transfers = {
  send(file, { owner, url, metadata, begun, progress, done, failed }) {
    const upload = new Upload(file, {
      // Given both, the library restarts an upload if the server cannot report its offset, as while it
      // starts.
      ...(url === null ? { endpoint: createUpload.path } : { uploadUrl: url }),
      metadata,
      headers: headersOf(owner),
      chunkSize: BYTES_A_CALL,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable() {
        if (upload.url !== null) begun(upload.url);
      },
      onProgress: (sent) => progress(sent),
      onSuccess: ({ lastResponse }) => done(lastResponse.getHeader('Drive-Entry-Id') ?? null),
      onError: (error) => failed(refusal(error)),
    });
    upload.start();
    return { stop: () => void upload.abort() };
  },
  discard: (url, owner) => Upload.terminate(url, { headers: headersOf(owner), retryDelays: null }),
};

const CODES: Record<number, ErrorCode> = {
  401: 'session_required',
  404: 'file_not_found',
  410: 'upload_expired',
  423: 'upload_busy',
};

function refusal(error: Error | DetailedError): ApiError {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer) return new ApiError(0, 'no_answer', 'The upload was interrupted');
  const status = answer.getStatus();
  const said = parsed(answer.getBody())?.error;
  if (said) return new ApiError(status, said.code, said.message, said.details);
  // A HEAD response has no body; a proxy's is its own.
  return new ApiError(status, CODES[status] ?? 'internal_error', `HTTP Error: ${status}`);
}

function parsed(text: string): Partial<ErrorBody> | null {
  try {
    return JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    return null;
  }
}
