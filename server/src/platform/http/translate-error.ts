import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@bocau/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Logger } from '../logger.ts';
import { Failure } from './failure.ts';

const RETRY_SECONDS = 2;

/** The only place where an error becomes an answer: refusals are told, faults are logged and hidden. */
export function errorTranslator(log: Logger) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = error instanceof Failure ? error : fromLibrary(error);
    if (failure.status >= 500) {
      const { name, message, stack } = error;
      const call = { request: request.id, method: request.method, route: request.routeOptions.url };
      log.error({ ...call, error: { name, message, stack } }, 'A call failed');
    }
    // What the handler had set for its success does not describe an error.
    for (const name of OF_SUCCESS) reply.removeHeader(name);
    reply
      .code(failure.status)
      .headers({
        ...failure.headers,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send(errorBody(failure));
  };
}

const OF_SUCCESS = ['content-length', 'content-disposition', 'content-range', 'accept-ranges', 'etag'];

function errorBody(failure: Failure): ErrorBody {
  const error: ErrorBody['error'] = { code: failure.code, message: failure.message };
  if (failure.details) error.details = failure.details;
  return { error };
}

/** Answers what never became a request: bytes on the connection that are no HTTP, too long headers, a stall. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = fromConnection(error.code);
  const body = JSON.stringify(errorBody(failure));
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
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
    return new Failure('request_timeout', 'The request did not come in time');
  }
  return new Failure('malformed_request', 'This is not HTTP that can be read');
}

function fromLibrary(error: Error & { statusCode?: number; code?: string }): Failure {
  if (isDatabaseUnavailable(error)) {
    return new Failure('service_unavailable', 'The service is not ready; try again in a moment', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  const status = error.statusCode;
  if (error.code === 'FST_ERR_BAD_URL' || status === 414) {
    return new Failure('malformed_request', "The address can't be read");
  }
  if (status === 413) return new Failure('too_large', 'The request is too large');
  if (status === 415) return new Failure('unsupported_media_type', 'This type of content is not taken here');
  if (status === 429) return new Failure('too_many_requests', 'Too many requests');
  if (status === 431) return new Failure('headers_too_large', 'The headers are too large');
  if (status !== undefined && status >= 400 && status < 500) {
    return new Failure('malformed_body', "The request can't be read");
  }
  return new Failure('internal_error', 'Something went wrong on our side; it was recorded');
}
