import type { ErrorCode, InvalidField } from '@bocau/contract/errors.ts';

/**
 * A refusal with a code of the catalogue; everything else that is thrown is a fault of ours. It knows no protocol:
 * HTTP, SMTP, jobs and the command line each translate it in one file of their own.
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

/** An invalid field, which a screen can name. */
export function invalidInput(message: string, field: InvalidField): Failure {
  return new Failure('invalid_input', message, { details: { fields: [field] } });
}
