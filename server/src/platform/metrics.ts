import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
  register,
} from 'prom-client';
import { type Clock, systemClock } from './clock.ts';
import { LOG_EVENTS, reasonsOf } from './log-events.ts';

export type Metrics = {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  deliveries: Counter<'protocol' | 'outcome'>;
  spamChecks: Counter<'outcome'>;
  spamTraining: Counter<'outcome'>;
  phoneCodes: Counter<'method' | 'outcome'>;
  groupMessages: Counter<'outcome'>;
  groupCopies: Counter<'to'>;
  events: Counter<'event' | 'reason'>;
  blobErrors: Counter<'operation' | 'kind'>;
  /** Read when the metrics are scraped, and omitted when the value does not arrive in time. */
  gauge(
    name: string,
    help: string,
    read: () => Promise<Record<string, number>> | Record<string, number>,
  ): void;
  /** The value of a gauge; `undefined` when it cannot be read now, which `bocau_metrics_up` shows. */
  readSoon<Figure>(name: string, read: () => Promise<Figure> | Figure): Promise<Figure | undefined>;
};

const GROUP_OUTCOMES = ['accepted', 'held', 'released', 'refused', 'expired'] as const;

/** Shorter than a scrape timeout: a hanging database must not hide the other metrics. */
const READ_WITHIN_MS = 2_000;
const REQUEST_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** The metrics of `/metrics`; the default collectors add memory, CPU and event-loop delay. */
export function createMetrics(clock: Clock = systemClock): Metrics {
  const registry = new Registry();
  const readSoon = createReader(registry, clock);
  for (const metric of measureProcess()) registry.registerMetric(metric);
  const events = new Counter({
    name: 'bocau_events_total',
    help: 'Lines of the log that have an event, as docs/logs.md lists them; with the reasons that log-events.ts lists',
    labelNames: ['event', 'reason'],
    registers: [registry],
  });
  // Prometheus sees an increase only of an existing series.
  for (const event of LOG_EVENTS)
    for (const reason of ['', ...reasonsOf(event)]) events.inc({ event, reason }, 0);
  const phoneCodes = new Counter({
    name: 'bocau_phone_codes_total',
    help: 'Codes for telephones: sent, refused by the gateway, failed on the way to it, or not sent as the day had its most (cap_reached)',
    labelNames: ['method', 'outcome'],
    registers: [registry],
  });
  for (const method of ['sms', 'call'])
    for (const outcome of ['sent', 'refused', 'failed', 'cap_reached'])
      phoneCodes.inc({ method, outcome }, 0);
  const groupMessages = new Counter({
    name: 'bocau_group_messages_total',
    help: 'Messages to groups: accepted for distribution, held for a keeper, and what became of held ones',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of GROUP_OUTCOMES) groupMessages.inc({ outcome }, 0);
  const groupCopies = new Counter({
    name: 'bocau_group_copies_total',
    help: 'Copies of messages to groups: filed for people, and put into the outbox for members elsewhere',
    labelNames: ['to'],
    registers: [registry],
  });
  for (const to of ['people', 'elsewhere']) groupCopies.inc({ to }, 0);
  return {
    registry,
    events,
    requests: new Histogram({
      name: 'bocau_http_request_seconds',
      help: 'Time from request to answer',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers: [registry],
    }),
    deliveries: new Counter({
      name: 'bocau_deliveries_total',
      help: 'Messages offered by SMTP and LMTP, a count for each recipient',
      labelNames: ['protocol', 'outcome'],
      registers: [registry],
    }),
    spamChecks: new Counter({
      name: 'bocau_spam_checks_total',
      help: 'Incoming messages that rspamd was to be asked about',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    spamTraining: new Counter({
      name: 'bocau_spam_training_total',
      help: 'Messages that rspamd was to learn from what people moved into Junk or out of it',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    phoneCodes,
    groupMessages,
    groupCopies,
    blobErrors: new Counter({
      name: 'bocau_blob_errors_total',
      help: 'What the blob store failed at: missing or damaged blobs, no room, anything else',
      labelNames: ['operation', 'kind'],
      registers: [registry],
    }),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        labelNames: ['of'],
        registers: [registry],
        async collect() {
          this.reset();
          const figures = await readSoon(name, read);
          for (const [of, value] of Object.entries(figures ?? {})) this.set({ of }, value);
        },
      });
    },
    readSoon,
  };
}

function createReader(registry: Registry, clock: Clock): Metrics['readSoon'] {
  /** Reads without an answer yet: repeated at each scrape, they would pile up. */
  const asked = new Map<string, Promise<unknown>>();
  const states = new Map<string, Promise<boolean>>();
  new Gauge({
    name: 'bocau_metrics_up',
    help: 'Whether the figures of a metric could be read in time: 0 where they are missing',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      // After the other gauges, whose reads start at the same time.
      await Promise.resolve();
      for (const [of, up] of states) this.set({ of }, (await up) ? 1 : 0);
    },
  });
  return async function readSoon<Figure>(
    name: string,
    read: () => Promise<Figure> | Figure,
  ): Promise<Figure | undefined> {
    const { promise: overdue, resolve } = Promise.withResolvers<undefined>();
    const late = clock.after(READ_WITHIN_MS, () => resolve(undefined));
    const answer = (asked.get(name) ?? Promise.resolve().then(read)) as Promise<Figure>;
    asked.set(name, answer);
    const figure = Promise.race([answer, overdue]).catch(() => undefined);
    states.set(
      name,
      figure.then((value) => value !== undefined),
    );
    void answer
      .catch(() => undefined)
      .finally(() => {
        asked.delete(name);
        late.stop();
      });
    return figure;
  };
}

/**
 * The collectors of heap and event loop cannot be stopped, so they are started once per process, however
 * often the program is started in it.
 */
function measureProcess(): Metric[] {
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics({ register });
  return register
    .getMetricsAsArray()
    .map(({ name }) => register.getSingleMetric(name))
    .filter((metric) => metric !== undefined);
}
