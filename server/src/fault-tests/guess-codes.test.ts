import type { ApiError } from '@bocau/contract/client.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../demo-world/people.ts';
import { requireCode } from '../features/session/second-step/challenge.ts';
import { lockSecondStep } from '../features/session/second-step/second-step.store.ts';
import { systemClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { newPerson } from '../test-kit/new-person.ts';
import { type SecondServer, startSecondServer } from '../test-kit/second-server.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { turnOnTwoStep } from '../test-kit/turn-on-two-step.ts';
import { type Guessed, guessCodes, pairCodes } from './guess-codes.ts';

/** Longer, and with several processes: `npm run soak -- guesses`. */
let server: TestServer;
let second: SecondServer;
let world: Guessed;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXIES: '1' } });
  second = await startSecondServer(server);
  const { email, mailbox: mailboxId } = await newPerson(server);
  const secret = Buffer.from('12345678901234567890');
  await turnOnTwoStep(server.context, mailboxId, secret);
  world = {
    parts: server.context,
    baseUrls: [server.baseUrl, second.baseUrl],
    account: { mailboxId, email, password: lanAnh.password, secret },
  };
});
afterAll(async () => {
  await second.close();
  await server.close();
});

test('TF-3 AU-8 of 300 codes guessed over 30 connections at two servers, ten are judged, and the owner gets in', async () => {
  const figures = await guessCodes(world, { guesses: 300, connections: 30, seed: 'guesses' });
  expect(figures).toEqual({
    ...{ guesses: 300, connections: 30, judged: 10, refused: 290, others: {}, isClosed: true },
    owner: { trusted: 200, recovery: 200 },
  });
});

test('TF-3 AU-8 guesses that wait for one another keep nobody else waiting', async () => {
  const { context } = server;
  const other = await newPerson(server);
  const { mailboxId } = world.account;
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = inTransaction(context.db, async (tx) => {
    await lockSecondStep(tx, mailboxId);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  // More than there are database connections.
  const challenges: string[] = [];
  while (challenges.length < 20) {
    const { details } = await requireCode(context, mailboxId);
    challenges.push((details as CodeRequired).challenge);
  }
  const guesses = challenges.map((challenge) =>
    other.client.login({ body: { challenge, code: '000000' } }).catch(({ code }: ApiError) => code),
  );
  const asked: string[] = [];
  for (let call = 0; call < 10 && !asked.includes('late'); call += 1) {
    const answer = other.client.getUserInfo({}).then(({ data }) => data.email);
    asked.push((await Promise.race([answer, systemClock.sleep(30_000).then(() => 'late')])) as string);
  }
  released.resolve();
  await holding;
  expect(new Set(asked)).toEqual(new Set([other.email]));
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['code_incorrect', 'too_many_requests']));
});

test('TF-3 a code that is shown to two servers at once is accepted once', async () => {
  expect(await pairCodes(world, 20)).toEqual({ pairs: 20, once: 20, twice: 0, never: 0 });
});
