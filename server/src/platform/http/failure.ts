import { ERROR_CODES, type ErrorCode } from '@bocau/contract/errors.ts';

/** A refusal that the caller is told of; everything else that is thrown is a fault of ours. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      details?: Record<string, unknown>;
      retryAfterSeconds?: number;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.details = more.details;
    const { retryAfterSeconds } = more;
    this.headers = {
      ...more.headers,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    };
  }

  get status(): number {
    return ERROR_CODES[this.code];
  }
}
