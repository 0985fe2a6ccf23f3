/**
 * SQLSTATE classes that describe the server's state, not the statement: connection, resources, shutdown,
 * system.
 */
const UNAVAILABLE_CLASSES = ['08', '53', '58'];
const UNAVAILABLE_STATES = ['57P01', '57P02', '57P03', '57P05', '25006'];
const RETRYABLE_STATES = ['40001', '40P01'];

const UNAVAILABLE_SYSTEM_CODES = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
];

/** Driver errors that have no code. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
];

/** No host of the database accepts writes at the moment. */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  constructor() {
    super('No host of the database takes writes');
  }
}

/** A connection on which the database did not answer in time. */
export class StalledConnectionError extends Error {
  override name = 'StalledConnectionError';
  constructor() {
    super('The database does not answer');
  }
}

/** The database accepts no writes now: it does not answer commits, or is a standby. */
export class WritesPausedError extends Error {
  override name = 'WritesPausedError';
}

/**
 * The commit was not answered: whether it took effect is unknown, so it counts as neither committed nor
 * rolled back.
 */
export class UnclearCommitError extends WritesPausedError {
  override name = 'UnclearCommitError';
  constructor() {
    super('The database does not answer a commit');
  }
}

/** SQLSTATE of a write on a standby. */
export const STANDBY_STATE = '25006';
/** A statement timeout or a lock timeout. */
const OVERDUE_STATES = ['57014', '55P03'];

const GONE = [StalledConnectionError, WritesPausedError, NoPrimaryError];

type ErrorFacts = { code?: unknown; syscall?: unknown; message?: unknown; cause?: unknown };

/** The database is unavailable (gone, restarting, disk full, out of connections); a later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (GONE.some((kind) => error instanceof kind)) return true;
  const { code, syscall, message, cause } = error as ErrorFacts;
  if (typeof code === 'string') {
    if (UNAVAILABLE_STATES.includes(code) || UNAVAILABLE_SYSTEM_CODES.includes(code)) return true;
    if (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_CLASSES.includes(code.slice(0, 2))) return true;
    // The Unix socket is missing while the server is down.
    if (code === 'ENOENT' && syscall === 'connect') return true;
  } else if (typeof message === 'string' && UNAVAILABLE_MESSAGES.some((start) => message.startsWith(start))) {
    return true;
  }
  return cause !== undefined && cause !== error && isDatabaseUnavailable(cause);
}

/** Serialization failure or deadlock between two transactions; a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE_STATES.includes(codeOf(error));
}

export function areWritesPaused(error: unknown): boolean {
  return error instanceof WritesPausedError || codeOf(error) === STANDBY_STATE;
}

/** PostgreSQL cancelled it because it took too long; a later retry may succeed. */
export function isOverdue(error: unknown): boolean {
  return OVERDUE_STATES.includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? '';
}
