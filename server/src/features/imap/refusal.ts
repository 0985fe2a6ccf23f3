import type { ErrorCode } from '@bocau/contract/errors.ts';
import { BlobDamagedError, BlobMissingError, BlobStoreFullError } from '../../platform/blobs/blob-store.ts';
import { areWritesPaused, isDatabaseUnavailable, isOverdue } from '../../platform/db/database-errors.ts';
import { Failure } from '../../platform/failure.ts';
import { serializeText } from '../../platform/imap/serialize.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import type { Logger } from '../../platform/logger.ts';

/** Answered NO: a command that was understood and is not done. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** A response code of RFC 9051 section 7.1, or RFC 5530. */
  readonly code: string | null;

  constructor(code: string | null, text: string) {
    super(text);
    this.code = code;
  }
}

const CODES: Partial<Record<ErrorCode, string>> = {
  already_exists: 'ALREADYEXISTS',
  folder_not_found: 'NONEXISTENT',
  folder_not_empty: 'CANNOT',
  folder_is_system: 'CANNOT',
  folder_not_allowed: 'CANNOT',
  invalid_input: 'CANNOT',
  invalid_credentials: 'AUTHENTICATIONFAILED',
  password_exposed: 'AUTHENTICATIONFAILED',
  account_suspended: 'CONTACTADMIN',
  app_password_required: 'AUTHORIZATIONFAILED',
  domain_unverified: 'CONTACTADMIN',
  too_many_requests: 'LIMIT',
  quota_exceeded: 'OVERQUOTA',
  mail_too_large: 'TOOBIG',
  file_not_allowed: 'CANNOT',
  search_too_broad: 'LIMIT',
};

/** The only place where an error becomes a tagged answer: what a client got wrong is said, faults of ours are logged. */
export function answerToError(log: Pick<Logger, 'error'>, error: unknown, fields: object): string {
  if (error instanceof SyntaxFault) return `BAD ${serializeText(error.message)}`;
  if (error instanceof Refusal) return no(error.code, error.message);
  if (error instanceof Failure && CODES[error.code] !== undefined)
    return no(CODES[error.code] as string, sayFailure(error));
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof BlobStoreFullError) {
    log.error({ ...fields, reason }, 'imap command refused: blob store full');
    return no('UNAVAILABLE', 'There is no room on the server, try again later');
  }
  if (error instanceof BlobDamagedError || error instanceof BlobMissingError) {
    log.error({ ...fields, reason }, 'imap command refused: bytes of a message are not readable');
    return no('UNAVAILABLE', 'The bytes of this message cannot be read');
  }
  if (areWritesPaused(error) || isDatabaseUnavailable(error) || isOverdue(error)) {
    log.error({ ...fields, reason }, 'imap command refused: database unavailable');
    return no('UNAVAILABLE', 'The server is busy, try again');
  }
  log.error({ ...fields, error }, 'imap command failed');
  return no('SERVERBUG', 'The server failed, and its operator is told');
}

function no(code: string | null, text: string): string {
  return `NO ${code === null ? '' : `[${code}] `}${serializeText(text)}`;
}

function sayFailure({ code, message, retryAfterSeconds }: Failure): string {
  return code === 'too_many_requests' && retryAfterSeconds !== undefined
    ? `Too many wrong passwords, try again in ${retryAfterSeconds} seconds`
    : message;
}
