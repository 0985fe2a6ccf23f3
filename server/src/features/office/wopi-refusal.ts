import { ERROR_CODES, type ErrorCode } from '@bocau/contract/errors.ts';
import { Failure } from '../../platform/failure.ts';

export type WopiStatus = 400 | 401 | 404 | 409 | 412 | 413 | 500 | 501 | 503;

/** A refusal in the WOPI protocol: a status, headers, and a body only where an editor reads one. */
export class WopiRefusal extends Error {
  override name = 'WopiRefusal';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object | undefined;

  constructor(status: WopiStatus, headers: Record<string, string> = {}, body?: object) {
    super(`WOPI ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The current lock and the reason of the refusal; an empty lock means that the file is not locked. */
export function lockMismatch(lock: string, reason: string): WopiRefusal {
  return new WopiRefusal(409, { 'x-wopi-lock': lock, 'x-wopi-lockfailurereason': reason });
}

/**
 * The statuses that the protocol defines for these codes. A user without access does not learn that a file
 * exists.
 */
const BY_CODE: Partial<Record<ErrorCode, number>> = {
  drive_disabled: 404,
  file_not_owned: 404,
  account_suspended: 401,
  already_exists: 409,
};

/** Null for an internal error. */
export function refusalOf(
  error: unknown,
): { status: number; headers: Record<string, string>; body?: object } | null {
  if (error instanceof WopiRefusal) {
    const { status, headers, body } = error;
    return body ? { status, headers, body } : { status, headers };
  }
  if (!(error instanceof Failure)) return null;
  const status = BY_CODE[error.code] ?? ERROR_CODES[error.code];
  return { status, headers: {} };
}

/** False when a right is gone; an internal error does not revoke it. */
export function isRefused(error: unknown): false {
  if (refusalOf(error) !== null) return false;
  throw error;
}
