import type { LogFields } from './log-events.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Codes of ours and of SMTP. Texts are no label: there is no end of them. */
const CODE = /^[a-z0-9_.]{1,40}$/;

/** The same log, whose events are counted too, whatever its level lets through. */
export function countEvents(log: Logger, { events }: Pick<Metrics, 'events'>): Logger {
  function count(fields: object): void {
    const { event, reason } = fields as { event?: unknown; reason?: unknown };
    if (typeof event !== 'string') return;
    events.inc({ event, reason: typeof reason === 'string' && CODE.test(reason) ? reason : '' });
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
