import pg from 'pg';
import { expect, test } from 'vitest';
import { silentLogger } from '../platform/logger.ts';
import { startTestServer } from '../test-kit/start-server.ts';
import { MAIL } from './mail.ts';
import { createChangePublisher } from './publish-changes.ts';

test('a change is told at once, and those of the moment after it together', async () => {
  await using opened = new AsyncDisposableStack();
  const server = await startTestServer();
  opened.defer(() => server.close());
  const client = new pg.Client(server.context.pgConfig);
  await client.connect();
  opened.defer(() => client.end());
  const told: string[] = [];
  const heard = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  client.on('notification', ({ payload = '' }) => {
    heard[told.length]?.resolve();
    told.push(payload);
  });
  await client.query(`listen ${MAIL.journal.channel}`);

  // The notification may arrive before the publisher knows that it was sent and starts gathering.
  const gathering = Promise.withResolvers<void>();
  const moment = Promise.withResolvers<void>();
  const publisher = createChangePublisher(server.context.db, silentLogger, MAIL.journal, () => {
    gathering.resolve();
    return moment.promise;
  });
  publisher.changed(1);
  await Promise.all([heard[0]?.promise, gathering.promise]);
  for (const mailbox of [2, 3, 2]) publisher.changed(mailbox);
  expect(told).toEqual(['1']);
  moment.resolve();
  await heard[1]?.promise;
  await publisher.idle();
  expect(told).toEqual(['1', '2,3']);
});
