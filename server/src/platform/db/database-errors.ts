/** Classes of SQLSTATE that tell of the server's state, not of the statement: connection, resources, shutdown, system. */
const UNAVAILABLE_CLASSES = ['08', '53', '58'];
const UNAVAILABLE_STATES = ['57P01', '57P02', '57P03', '57P05', '25006'];
const RETRYABLE_STATES = ['40001', '40P01'];

const UNAVAILABLE_SYSTEM_CODES = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
];

/** The driver gives these no code. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
];

type ErrorFacts = { code?: unknown; syscall?: unknown; message?: unknown; cause?: unknown };

/** The database can't serve now (gone, restarting, disk full, out of connections): trying later may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, cause } = error as ErrorFacts;
  if (typeof code === 'string') {
    if (UNAVAILABLE_STATES.includes(code) || UNAVAILABLE_SYSTEM_CODES.includes(code)) return true;
    if (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_CLASSES.includes(code.slice(0, 2))) return true;
    // The unix socket is away while the server is.
    if (code === 'ENOENT' && syscall === 'connect') return true;
  } else if (typeof message === 'string' && UNAVAILABLE_MESSAGES.some((start) => message.startsWith(start))) {
    return true;
  }
  return cause !== undefined && cause !== error && isDatabaseUnavailable(cause);
}

/** Serialization failure or deadlock between two transactions; a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE_STATES.includes((error as { code?: string } | null)?.code ?? '');
}
