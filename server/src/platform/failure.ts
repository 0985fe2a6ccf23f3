import type { ErrorCode, InvalidField } from '@bocau/contract/errors.ts';

/**
 * A refusal with a code of the error catalogue; every other thrown error is an internal fault. It is
 * independent of protocols: HTTP, SMTP, jobs and the command line each translate it in one file.
 */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds to wait before a retry, where a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** An invalid field, which a form can name. */
export function invalidInput(message: string, field: InvalidField): Failure {
  return new Failure('invalid_input', message, { details: { fields: [field] } });
}
