import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { programStates } from './program-states.ts';

/** `npm run soak -- mail-programs` asks for more. */
const { sessions, minutes } = inject('programs');
const ROUNDS = 4;
const ACTS_A_ROUND = 15;
const MINUTE_MS = 60_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' }, clock: systemClock });
});
afterAll(() => server.close());

test('after acts of the web and of many mail programs at once, each of them knows what is there', {
  timeout: minutes * MINUTE_MS + 300_000,
}, async () => {
  const until = systemClock.now() + minutes * MINUTE_MS;
  const { rounds, acts, compared, changes } = await programStates({
    ...{ server, sessions, actsARound: ACTS_A_ROUND, seed: 'states' },
    goesOn: (done) => done < ROUNDS || systemClock.now() < until,
  });
  expect(rounds).toBeGreaterThanOrEqual(ROUNDS);
  expect(compared).toBe(rounds * sessions);
  expect(changes).toBeGreaterThan(rounds);
  if (minutes > 0) process.stdout.write(`${JSON.stringify({ sessions, rounds, acts, compared, changes })}\n`);
});
