import type { ErrorCode } from '@bocau/contract/errors.ts';
import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import { areWritesPaused, isDatabaseUnavailable, isOverdue } from '../../platform/db/database-errors.ts';
import { Failure } from '../../platform/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import { oneLine } from '../../platform/one-line.ts';

/** A response line has up to 512 bytes (RFC 2449 section 4). */
const LONGEST = 400;

/** A response code of RFC 2449 or RFC 3206. */
type Code = 'AUTH' | 'IN-USE' | 'SYS/TEMP' | 'SYS/PERM';

/** Answered -ERR: what is not done, and why. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: Code | null;

  constructor(code: Code | null, text: string) {
    super(text);
    this.code = code;
  }
}

/** The password would not be asked for again where another code stands: it may be right. */
const CODES: Partial<Record<ErrorCode, Code>> = {
  invalid_credentials: 'AUTH',
  password_exposed: 'AUTH',
  account_suspended: 'AUTH',
  app_password_required: 'AUTH',
  domain_unverified: 'AUTH',
  too_many_requests: 'SYS/TEMP',
};

/** The only place where an error becomes an answer: what a client got wrong is said, faults of ours are logged. */
export function answerToError(log: Pick<Logger, 'error'>, error: unknown, fields: object): string {
  if (error instanceof Refusal) return refuse(error.code, error.message);
  if (error instanceof Failure && CODES[error.code] !== undefined)
    return refuse(CODES[error.code] as Code, sayFailure(error));
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof BlobMissingError) {
    log.error({ ...fields, reason }, 'pop3 command refused: bytes of a message are not readable');
    return refuse('SYS/PERM', 'The bytes of this message cannot be read');
  }
  if (areWritesPaused(error) || isDatabaseUnavailable(error) || isOverdue(error)) {
    log.error({ ...fields, reason }, 'pop3 command refused: database unavailable');
    return refuse('SYS/TEMP', 'The server is busy, try again');
  }
  log.error({ ...fields, error }, 'pop3 command failed');
  return refuse('SYS/TEMP', 'The server failed, and its operator is told');
}

function refuse(code: Code | null, text: string): string {
  return `-ERR ${code === null ? '' : `[${code}] `}${oneLine(text, LONGEST)}`;
}

function sayFailure({ code, message, retryAfterSeconds }: Failure): string {
  return code === 'too_many_requests' && retryAfterSeconds !== undefined
    ? `Too many wrong passwords, try again in ${retryAfterSeconds} seconds`
    : message;
}
