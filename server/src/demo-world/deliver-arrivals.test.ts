import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../platform/logger.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { TEST_NOW } from '../test-kit/test-clock.ts';
import { deliverArrivals } from './deliver-arrivals.ts';
import { demoWorld } from './world.ts';

const { arrivals } = demoWorld(TEST_NOW / 1000);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());

test('a message of the demo world comes in by mail a minute after the start', async () => {
  const { clock } = server;
  const lanAnh = await server.signIn('lan.anh@saomai.example');
  const subjects = async () =>
    (await lanAnh.listThreads({ query: { in: 'INBOX' } })).data.map((thread) => thread.subject);
  const smtp = { host: '127.0.0.1', port: server.running.smtpPort as number };
  deliverArrivals({ clock, log: silentLogger }, arrivals, smtp);
  await clock.advance(59_000);
  expect(await subjects()).toEqual([]);
  await clock.advance(1_000);
  await expect
    .poll(subjects, { timeout: 10_000 })
    .toEqual(['Xác nhận đặt 160 khay mây cho khách sạn Hoa Sen']);
});

test('a message that can not be delivered is told in the log, and ends nothing', async () => {
  const { clock } = server;
  const told: string[] = [];
  const log = { ...silentLogger, warn: (_fields: object, message: string) => void told.push(message) };
  deliverArrivals({ clock, log }, arrivals, { host: '127.0.0.1', port: 1 });
  await clock.advance(60_000);
  await expect.poll(() => told, { timeout: 10_000 }).toEqual(['demo message not delivered']);
});
