import { type DestinationStream, pino } from 'pino';
import type { LogFields } from './log-events.ts';

export type Logger = {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
};

/**
 * JSON lines on standard output. Only counts, ids and reasons are logged: never mail content, never a secret.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const serializers = { error: tellError, err: tellError };
  const options = { level, timestamp: pino.stdTimeFunctions.isoTime, base: null, serializers };
  return destination ? pino(options, destination) : pino(options);
}

/** Further fields of an error may quote values, as the details of a database error do. */
function tellError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  return { name, message, code: (error as { code?: unknown }).code, stack };
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
