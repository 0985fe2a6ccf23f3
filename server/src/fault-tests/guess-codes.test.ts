import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../demo-world/people.ts';
import { newPerson } from '../test-kit/new-person.ts';
import { type SecondServer, startSecondServer } from '../test-kit/second-server.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { turnOnTwoStep } from '../test-kit/turn-on-two-step.ts';
import { type Guessed, guessCodes, pairCodes } from './guess-codes.ts';

/** Longer, and with processes of their own: `npm run soak -- guesses`. */
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

test('TF-3 a code that is shown to two servers at once is accepted once', async () => {
  expect(await pairCodes(world, 20)).toEqual({ pairs: 20, once: 20, twice: 0, never: 0 });
});
