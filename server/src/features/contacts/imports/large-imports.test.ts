import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileClientStays } from '../../../platform/http/leaving-client.ts';
import { createImportTurns } from '../../../platform/import-turns.ts';
import { inOneGo, inSlices } from '../../../platform/in-slices.ts';
import { createTurns } from '../../../platform/take-turns.ts';
import { newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { CARDS_A_STEP, classifyCards } from './classify-cards.ts';
import { type ImportedCard, readImport } from './read-import.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Lines of cards that say when they are read. */
function cardsThatTell(count: number, onRead: () => void): ImportedCard[] {
  const lines = Array.from({ length: count }, (_, at) => `Khách ${at},khach${at}@x.example`);
  const file = Buffer.from(['Name,Email', ...lines].join('\n'));
  return inOneGo(readImport(file)).cards.map((card) => ({
    ...card,
    source(...given) {
      onRead();
      return card.source(...given);
    },
  }));
}

async function classify(cards: ImportedCard[], signal: AbortSignal, onPortion = () => {}): Promise<number> {
  const { mailbox } = await newPerson(server);
  const { db, clock } = server.context;
  const book = '00000000-0000-0000-0000-000000000000';
  const target = { ...{ uid: 'x', person: mailbox, mailboxId: mailbox, bookId: book }, list: undefined };
  const deps = { db, signal, turns: createTurns(clock) };
  let total = 0;
  for await (const portion of classifyCards(deps, cards, { ...target, at: new Date(0) })) {
    total += portion.cards.length;
    onPortion();
  }
  return total;
}

test('CT-12 others are served between every few cards', async () => {
  let sinceOthers = 0;
  let most = 0;
  let isOver = false;
  function serveOthers(): void {
    sinceOthers = 0;
    if (!isOver) setImmediate(serveOthers);
  }
  serveOthers();
  const cards = cardsThatTell(250, () => {
    sinceOthers += 1;
    most = Math.max(most, sinceOthers);
  });
  expect(await classify(cards, new AbortController().signal)).toBe(250);
  isOver = true;
  expect(most).toBeLessThanOrEqual(CARDS_A_STEP);
});

test('CT-12 a file is split in steps', async () => {
  const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:An\nEND:VCARD\n';
  for (const file of [
    card.repeat(20_000),
    `Name,Email\n${'An,an@x.example\n'.repeat(50_000)}`,
    '\n'.repeat(900_000),
  ]) {
    let steps = 0;
    const reading = readImport(Buffer.from(file));
    while (!reading.next().done) steps += 1;
    expect(steps).toBeGreaterThan(10);
  }
});

test('CT-12 a preview ends with the connection of who asked for it', async () => {
  const left = new AbortController();
  let read = 0;
  const cards = cardsThatTell(1_000, () => {
    read += 1;
  });
  await expect(classify(cards, left.signal, () => left.abort(new Error('left')))).rejects.toThrow('left');
  expect(read).toBeLessThan(200);

  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const http = createServer((request) => {
    function* forever() {
      for (;;) yield;
    }
    whileClientStays({ raw: request }, (signal) => inSlices(forever(), signal)).catch(end);
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const hangingUp = new AbortController();
  const asked = fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    signal: hangingUp.signal,
  });
  http.once('request', () => hangingUp.abort());
  await expect(asked).rejects.toThrow();
  expect(await ended).toMatchObject({ code: 'request_timeout' });
  http.close();
});

test('CT-12 one file of a person is read at a time, a few wait, further ones are refused', async () => {
  const inTurn = createImportTurns();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = inTurn(1, () => promise.then(() => done.push('first')));
  const waiting = Array.from({ length: 4 }, () => inTurn(1, async () => done.push('waiting')));
  await expect(inTurn(1, async () => done.push('refused'))).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  await inTurn(2, async () => done.push('other'));
  expect(done).toEqual(['other']);
  resolve();
  await Promise.all([first, ...waiting]);
  expect(done.slice(0, 3)).toEqual(['other', 'first', 'waiting']);
});
