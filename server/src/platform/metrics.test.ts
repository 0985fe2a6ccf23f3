import { expect, test } from 'vitest';
import { createTestClock } from '../test-kit/test-clock.ts';
import { createMetrics } from './metrics.ts';

test.each(['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_p99_seconds'])(
  '%s is measured once in a process, and told by all that run in it',
  async (name) => {
    const [one, other] = [createMetrics(), createMetrics()];
    expect(await one.registry.metrics()).toContain(`# TYPE ${name} `);
    expect(other.registry.getSingleMetric(name)).toBe(one.registry.getSingleMetric(name));
  },
);

test('what does not answer soon is left out, shown as missing and asked once; the others are there all the same', async () => {
  const clock = createTestClock();
  const metrics = createMetrics(clock);
  const hanging = Promise.withResolvers<Record<string, number>>();
  let asked = 0;
  metrics.gauge('bocau_hanging', 'Of a database that hangs', () => {
    asked += 1;
    return hanging.promise;
  });
  metrics.gauge('bocau_failing', 'Of a database that refuses', () => Promise.reject(new Error('refused')));
  metrics.gauge('bocau_sockets', 'Of this process', () => ({ open: 3 }));
  const scrape = async (waitMs: number) => {
    const text = metrics.registry.metrics();
    if (waitMs > 0) await clock.advance(waitMs);
    return (await text).split('\n').filter((line) => line.startsWith('bocau_') && !line.includes('_total{'));
  };
  const lines = [
    'bocau_metrics_up{of="bocau_hanging"} 0',
    'bocau_metrics_up{of="bocau_failing"} 0',
    'bocau_metrics_up{of="bocau_sockets"} 1',
    'bocau_sockets{of="open"} 3',
  ];
  expect(await scrape(2_000)).toEqual(lines);
  expect(await scrape(2_000)).toEqual(lines);
  expect(asked).toBe(1);
  hanging.resolve({ rows: 7 });
  expect(await scrape(0)).toEqual([
    'bocau_metrics_up{of="bocau_hanging"} 1',
    ...lines.slice(1, 3),
    'bocau_hanging{of="rows"} 7',
    ...lines.slice(3),
  ]);
});
