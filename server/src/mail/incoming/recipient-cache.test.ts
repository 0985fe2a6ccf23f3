import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createDomainFinder } from './domain-cache.ts';
import { createRecipientFinder } from './recipient-cache.ts';

const LAN_ANH = 'lan.anh@saomai.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const open = (takesMail: boolean) =>
  inTransaction(server.context.db, (tx) =>
    tx
      .updateTable('mailboxes')
      .set({ receiving_suspended_at: takesMail ? null : 1 })
      .where('email', '=', LAN_ANH)
      .execute(),
  );

test('a recipient is known for two seconds; one that is refused is asked for again', async () => {
  const find = createRecipientFinder(server.context.db, server.clock);
  await open(false);
  expect(await find(LAN_ANH)).toHaveProperty('refuse');
  await open(true);
  expect(await find(LAN_ANH)).toHaveProperty('accept');
  await open(false);
  expect(await find(LAN_ANH)).toHaveProperty('accept');
  await server.clock.advance(2_000);
  expect(await find(LAN_ANH)).toHaveProperty('refuse');
});

test('domains of ours are known for two seconds, and so is that others are not', async () => {
  const find = createDomainFinder(server.context.db, server.clock);
  const names = ['mail.saomai.example', 'saomai.example', 'moved.example'];
  expect(await find(names)).toEqual(new Set(['saomai.example']));
  await inTransaction(server.context.db, (tx) =>
    tx.updateTable('domains').set({ name: 'moved.example' }).where('name', '=', 'saomai.example').execute(),
  );
  expect(await find([...names, 'example'])).toEqual(new Set(['saomai.example']));
  await server.clock.advance(2_000);
  expect(await find(names)).toEqual(new Set(['moved.example']));
});
