import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODES, type ErrorBody } from '@bocau/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BlobDamagedError } from '../blobs/blob-store.ts';
import { areWritesPaused, isDatabaseUnavailable, isOverdue } from '../db/database-errors.ts';
import { Failure } from '../failure.ts';
import type { Logger } from '../logger.ts';
import { HttpFailure } from './http-failure.ts';

const RETRY_SECONDS = 2;
/** A lost standby is not back in a moment, and each write that is tried meanwhile waits for its deadline. */
const WRITES_RETRY_SECONDS = 10;

/** The only place where an error becomes an HTTP response: failures are reported, faults are logged and hidden. */
export function errorTranslator(log: Logger) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const failure =
      error instanceof Failure ? error : isBrokenOff(error, request) ? brokenOff() : fromLibrary(error);
    const status = ERROR_CODES[failure.code];
    const call = { request: request.id, method: request.method, route: request.routeOptions.url };
    if (status === 503) {
      // All calls are answered so while the database is away: a stack of each says nothing, and fills a disk.
      log.warn({ ...call, code: failure.code, reason: error.message }, 'request refused: not ready');
    } else if (status >= 500) {
      const { name, message, stack } = error;
      log.error({ ...call, error: { name, message, stack } }, 'request failed');
    }
    // Headers that the handler set for success must not describe an error.
    for (const name of OF_SUCCESS) reply.removeHeader(name);
    reply
      .code(status)
      .headers({
        ...headersOf(failure),
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send(errorBody(failure));
  };
}

/** The client left in the middle of its body: that is no fault of ours, and nobody is there to hear of it. */
function isBrokenOff(error: Error & { code?: string }, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && BROKEN_OFF.has(error.code ?? '');
}

function brokenOff(): Failure {
  return new Failure('malformed_body', 'The body was broken off');
}

const BROKEN_OFF = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR']);

const OF_SUCCESS = ['content-length', 'content-disposition', 'content-range', 'accept-ranges', 'etag'];

function headersOf(failure: Failure): Record<string, string> {
  const { retryAfterSeconds } = failure;
  return {
    ...(failure instanceof HttpFailure ? failure.headers : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
}

function errorBody(failure: Failure): ErrorBody {
  const error: ErrorBody['error'] = { code: failure.code, message: failure.message };
  if (failure.details) error.details = failure.details;
  return { error };
}

/** Answers what never became a request: bytes on the connection that are no HTTP, too long headers, a stall. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = fromConnection(error.code);
  const status = ERROR_CODES[failure.code];
  const body = JSON.stringify(errorBody(failure));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function fromConnection(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure('headers_too_large', 'The headers are too large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new Failure('too_large', 'The request is too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Failure('request_timeout', 'The request timed out');
  }
  return new Failure('malformed_request', 'The request is not valid HTTP');
}

function fromLibrary(error: Error & { statusCode?: number; code?: string }): Failure {
  if (areWritesPaused(error)) {
    return new Failure('writes_paused', 'Nothing can be changed at the moment, only read. Try again later.', {
      retryAfterSeconds: WRITES_RETRY_SECONDS,
    });
  }
  if (isDatabaseUnavailable(error) || isOverdue(error)) {
    return new Failure('service_unavailable', 'The service is not ready. Try again in a moment.', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  if (error instanceof BlobDamagedError)
    return new Failure('file_damaged', 'The file is damaged on the server');
  const status = error.statusCode;
  if (error.code === 'FST_ERR_BAD_URL' || status === 414) {
    return new Failure('malformed_request', 'The URL is not valid');
  }
  if (status === 413) return new Failure('too_large', 'The request is too large');
  if (status === 415) return new Failure('unsupported_media_type', 'This content type is not supported here');
  if (status === 429) return new Failure('too_many_requests', 'Too many requests');
  if (status === 431) return new Failure('headers_too_large', 'The headers are too large');
  if (status !== undefined && status >= 400 && status < 500) {
    return new Failure('malformed_body', 'The request could not be parsed');
  }
  return new Failure('internal_error', 'Something went wrong on our side. The error has been logged.');
}
