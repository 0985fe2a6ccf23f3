import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HostGate, HostPass } from '../../platform/smtp-out/deliver-remote.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createTestClock, type TestClock } from '../../test-kit/test-clock.ts';
import { createHostGate } from './host-gate.ts';

const HOST = '203.0.113.7';
const CONNECTIONS = 2;

let server: TestServer;
let clock: TestClock;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'jobs' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock = createTestClock();
  await server.context.db.deleteFrom('silent_hosts').execute();
});

/** That of one process. */
function openGate(): HostGate {
  return createHostGate({ db: server.context.db, clock, queued: (work) => work() }, CONNECTIONS);
}

async function enter(gate: HostGate): Promise<HostPass> {
  const pass = await gate.enter(HOST);
  if ('closedUntil' in pass) throw new Error(`closed for ${await secondsClosed(gate)} seconds`);
  return pass;
}

async function secondsClosed(gate: HostGate): Promise<number | null> {
  const pass = await gate.enter(HOST);
  if ('closedUntil' in pass) return pass.closedUntil - clock.now() / 1000;
  await pass.leave(null);
  return null;
}

test('lets so many speak with a server at once, and the next when one has ended', async () => {
  const gate = openGate();
  const first = await enter(gate);
  const second = await enter(gate);
  let entered = false;
  const third = enter(gate).then((pass) => {
    entered = true;
    return pass;
  });
  expect('closedUntil' in (await gate.enter('203.0.113.8'))).toBe(false);
  expect(entered).toBe(false);
  await second.leave('answered');
  await (await third).leave('answered');
  await first.leave('answered');
});

test('leaves a silent server alone in all processes, longer each time, and who waits for a turn hears of it', async () => {
  const [one, other] = [openGate(), openGate()];
  const pauses: (number | null)[] = [];
  for (let silence = 0; silence < 6; silence += 1) {
    await (await enter(one)).leave('silent');
    const pause = await secondsClosed(other);
    pauses.push(pause);
    clock.pass((pause ?? 0) * 1000);
  }
  expect(pauses).toEqual([60, 300, 900, 1800, 1800, 1800]);
});

test('counts conversations that went silent together as one', async () => {
  const gate = openGate();
  const passes = [await enter(gate), await enter(gate)];
  const waiting = gate.enter(HOST);
  for (const pass of passes) await pass.leave('silent');
  expect(await waiting).toEqual({ closedUntil: clock.now() / 1000 + 60 });
});

test('has one message of all processes see whether a server is back, and opens when it is', async () => {
  const [one, other] = [openGate(), openGate()];
  await (await enter(one)).leave('silent');
  clock.pass(60_000);
  const seeing = await enter(one);
  expect(await secondsClosed(other)).toBe(30);
  expect(await secondsClosed(one)).toBe(30);
  await seeing.leave('answered');
  expect(await secondsClosed(other)).toBe(null);
});

test('has another one see where the first stopped or died', async () => {
  const [one, other] = [openGate(), openGate()];
  await (await enter(one)).leave('silent');
  clock.pass(60_000);
  await (await enter(one)).leave(null);
  await enter(other);
  expect(await secondsClosed(one)).toBe(30);
  clock.pass(60_000);
  await (await enter(one)).leave('answered');
  expect(await secondsClosed(one)).toBe(null);
});
