import { type LogFields, reasonsOf } from './log-events.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Wraps the log and counts its events, including those its level suppresses. */
export function countEvents(log: Logger, { events }: Pick<Metrics, 'events'>): Logger {
  function count({ event, reason }: LogFields): void {
    if (event === undefined) return;
    const known = reasonsOf(event).find((one) => one === reason);
    events.inc({ event, reason: known ?? '' });
  }
  const counted = (level: keyof Logger) => (fields: LogFields, message: string) => {
    count(fields);
    log[level](fields, message);
  };
  return {
    debug: counted('debug'),
    info: counted('info'),
    warn: counted('warn'),
    error: counted('error'),
  };
}
