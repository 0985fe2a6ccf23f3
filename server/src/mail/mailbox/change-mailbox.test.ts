import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { updateUnread } from '../messages/message-marks.store.ts';
import { changeMailbox } from './change-mailbox.ts';
import { recount } from './recount.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('what goes ahead with the lock runs behind it, and sees what was done under the lock before', async () => {
  const { context } = server;
  const { mailbox, client } = await newPerson(server);
  await fileMail(context, mailbox, { unread: false });
  const [thread] = (await client.listThreads({ query: { in: 'INBOX' } })).data;
  const id = thread?.id as string;
  let changing: Promise<void> = Promise.resolve();
  await context.db.transaction().execute(async (tx) => {
    await sql`select from mailbox_state where mailbox_id = ${mailbox} for update`.execute(tx);
    changing = changeMailbox(
      context,
      mailbox,
      async (change, changed: string[]) => change.markThreadsDirty(changed),
      {
        first: (own) => updateUnread(own, mailbox, [id], { folderId: null, unread: false }),
        threads: [id],
      },
    );
    await untilWaiting(context.db, 1);
    await sql`update messages set unread = true where mailbox_id = ${mailbox}`.execute(tx);
  });
  await changing;
  expect((await client.listThreads({ query: { in: 'INBOX' } })).data).toMatchObject([{ unread: false }]);
  expect(await recount(context.db, mailbox)).toEqual([]);
});
