import { pino } from 'pino';

export type Logger = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** JSON lines on standard output. What is logged are counts, ids and reasons: never mail, never a secret. */
export function createLogger(level: string): Logger {
  return pino({ level, timestamp: pino.stdTimeFunctions.isoTime, base: null });
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
