import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRON_JOBS, jobHandlers } from './job-handlers.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// Otherwise their statements would be judged only in a run that meets the minute of their start.
test.each(CRON_JOBS.map(({ task }) => task.name))(
  '%s, started by the clock, runs to its end',
  async (name) => {
    const handler = jobHandlers(server.context).find(({ task }) => task.name === name);
    if (!handler) throw new Error(`nobody handles ${name}`);
    await handler.run({}, { signal: new AbortController().signal, lastAttempt: true });
    expect(CRON_JOBS.filter(({ task }) => task.name === name)).toHaveLength(1);
  },
);
