import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOG_EVENTS } from './platform/log-events.ts';
import { monitoringExpressions, PROMETHEUS } from './test-kit/monitoring-files.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

/** What Prometheus itself adds, and the bounds of a histogram. */
const GIVEN_LABELS = ['job', 'instance', 'le'];

type Use = { metric: string; labels: string[]; values: { label: string; pattern: string }[] };

let server: TestServer;
let known: Map<string, string[]>;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail,jobs' } });
  const text = await (await fetch(`${server.operationsUrl}/metrics`)).text();
  const labels = new Map(
    server.context.metrics.registry
      .getMetricsAsArray()
      .map((metric) => [metric.name, (metric as unknown as { labelNames: string[] }).labelNames]),
  );
  known = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => {
      const names = type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name];
      return names.map((one) => [one, labels.get(name) ?? []] as const);
    }),
  );
});
afterAll(() => server.close());

function usesOf(expression: string): Use[] {
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
  return [...expression.matchAll(/\b((?:bocau|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', selector = '']) => {
      const values = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label = '', pattern = '']) => ({ label, pattern }),
      );
      return { metric, labels: [...grouped, ...values.map(({ label }) => label)], values };
    },
  );
}

test('alerts and dashboard ask for metrics and labels that a started server has', async () => {
  const all = await monitoringExpressions();
  expect(all.length).toBeGreaterThan(30);
  for (const expression of all) {
    const uses = usesOf(expression);
    if (uses.length === 0) expect(expression).toMatch(/^(up|absent\(up|max_over_time\(up)\{job="bocau"\}/);
    for (const { metric, labels, values } of uses) {
      expect([...known.keys()], expression).toContain(metric);
      for (const label of labels)
        expect([...GIVEN_LABELS, ...(known.get(metric) ?? [])], expression).toContain(label);
      for (const { label, pattern } of values.filter((one) => one.label === 'event'))
        for (const event of pattern.split('|')) expect(LOG_EVENTS, label).toContain(event);
    }
  }
});

test('the values of `of` that alerts ask for are told by a started server', async () => {
  const text = await (await fetch(`${server.operationsUrl}/metrics`)).text();
  for (const { metric, values } of (await monitoringExpressions()).flatMap(usesOf)) {
    for (const { pattern } of values.filter(({ label }) => label === 'of' || label === 'kind'))
      for (const value of pattern.split('|')) {
        expect(text).toMatch(new RegExp(`^${metric}\\{[^}]*(of|kind)="${value}"`, 'm'));
      }
  }
});

test('every counter that the samples of the alerts count up is there from the start, at 0 and with its labels', async () => {
  const samples = await readFile(join(PROMETHEUS, 'alerts.test.yml'), 'utf8');
  const text = await (await fetch(`${server.operationsUrl}/metrics`)).text();
  const told = text.split('\n').flatMap((line) => /^(\w+_total\{[^}]*\}) 0$/.exec(line)?.[1] ?? []);
  const counters = [...samples.matchAll(/series: '(\w+_total\{[^}]*\})'/g)].map(([, series = '']) => series);
  expect(counters.length).toBeGreaterThan(10);
  // An increase is seen only of what was there before: a series that is born at 1 fires no alert.
  expect(counters.filter((series) => !told.includes(series))).toEqual([]);
});

test('each alert says how urgent it is, and what it means', async () => {
  const rules = await readFile(join(PROMETHEUS, 'alerts.yml'), 'utf8');
  const tested = await readFile(join(PROMETHEUS, 'alerts.test.yml'), 'utf8');
  const alerts = rules.split(/^ +- alert: /m).slice(1);
  for (const alert of alerts) {
    expect(alert).toMatch(/severity: (page|ticket) /);
    expect(alert).toMatch(/summary: (['"]).+\1$/m);
    expect(tested).toContain(`alertname: ${alert.split('\n', 1)[0]}\n`);
  }
});
