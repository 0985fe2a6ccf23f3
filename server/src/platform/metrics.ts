import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  deliveries: Counter<'protocol' | 'outcome'>;
  spamChecks: Counter<'outcome'>;
  spamTraining: Counter<'outcome'>;
  phoneCodes: Counter<'method' | 'outcome'>;
  /** Asked when the metrics are read. */
  gauge(
    name: string,
    help: string,
    read: () => Promise<Record<string, number>> | Record<string, number>,
  ): void;
};

const REQUEST_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** What `/metrics` tells; the default ones bring memory, CPU and event-loop delay. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
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
    phoneCodes: new Counter({
      name: 'bocau_phone_codes_total',
      help: 'Codes for telephones: sent, refused by the gateway, failed on the way to it, or not sent as the day had its most (cap_reached)',
      labelNames: ['method', 'outcome'],
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
          // A figure that can't be read now is left out; the others are told all the same.
          const figures = await Promise.resolve()
            .then(read)
            .catch(() => ({}));
          for (const [of, value] of Object.entries(figures)) this.set({ of }, value);
        },
      });
    },
  };
}
