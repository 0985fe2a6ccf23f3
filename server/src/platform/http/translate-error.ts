import type { ErrorBody } from '@bocau/contract/errors.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Logger } from '../logger.ts';
import { Failure } from './failure.ts';

const RETRY_SECONDS = 2;

/** The only place where an error becomes an answer: refusals are told, faults are logged and hidden. */
export function errorTranslator(log: Logger) {
  return (
    error: Error,
    request: { id: string; method: string; routeOptions: { url?: string } },
    reply: Answer,
  ) => {
    const failure = error instanceof Failure ? error : fromLibrary(error);
    if (failure.status >= 500) {
      const { name, message, stack } = error;
      const call = { request: request.id, method: request.method, route: request.routeOptions.url };
      log.error({ ...call, error: { name, message, stack } }, 'A call failed');
    }
    if (failure.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(failure.retryAfterSeconds));
    const body: ErrorBody = { error: { code: failure.code, message: failure.message } };
    if (failure.details) body.error.details = failure.details;
    reply.code(failure.status).header('content-type', 'application/json; charset=utf-8').send(body);
  };
}

type Answer = {
  header(name: string, value: string): Answer;
  code(status: number): Answer;
  send(body: ErrorBody): unknown;
};

function fromLibrary(error: Error & { statusCode?: number }): Failure {
  if (isDatabaseUnavailable(error)) {
    return new Failure('service_unavailable', 'The service is not ready; try again in a moment', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  const status = error.statusCode;
  if (status === 413) return new Failure('too_large', 'The request is too large');
  if (status === 415) return new Failure('unsupported_media_type', 'This type of content is not taken here');
  if (status === 429) return new Failure('too_many_requests', 'Too many requests');
  if (status === 431) return new Failure('headers_too_large', 'The headers are too large');
  if (status !== undefined && status >= 400 && status < 500) {
    return new Failure('malformed_body', "The request can't be read");
  }
  return new Failure('internal_error', 'Something went wrong on our side; it was recorded');
}
