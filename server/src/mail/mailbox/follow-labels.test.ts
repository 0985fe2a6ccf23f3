import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { recount } from './recount.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('LB-13 what a release without labels has changed is set right with the next change', async () => {
  const { client, mailbox } = await newPerson(server);
  const { db } = server.context;
  const { data: label } = await client.createLabel({ body: { name: 'Khách', color: 'red' } });
  const ids = await fileMails(
    server.context,
    mailbox,
    Array.from({ length: 5 }, (_, index) => ({ subject: `Thư ${index}` })),
  );
  await client.labelMessages({ body: { ids, add: [label.id], remove: [] } });
  // It makes the rows of a thread anew without those of labels, and finds no folder to count them in.
  await sql`
    with gone as (
      delete from list_rows where mailbox_id = ${mailbox} and (folder_id = ${label.id} or thread_id in (
        select thread_id from messages where mailbox_id = ${mailbox} and id = ${ids[0] as string}))
      returning *
    ), made as (
      insert into list_rows select * from jsonb_populate_recordset(null::list_rows, (
        select jsonb_agg(to_jsonb(gone) || jsonb_build_object('card', gone.card::jsonb - 'label_ids'))
        from gone where folder_id <> ${label.id}))
    )
    update mailbox_state set seq = seq + 1, stated_seq = stated_seq + 1 where mailbox_id = ${mailbox}`.execute(
    db,
  );
  expect((await recount(db, mailbox)).length).toBeGreaterThan(5);
  await fileMail(server.context, mailbox, { subject: 'Vừa đến' });
  expect(await runJobsUntilIdle(server.context)).toContain('follow_labels');
  expect(await recount(db, mailbox)).toEqual([]);
  const { meta } = await client.listThreads({ query: { label: label.id } });
  expect(meta).toMatchObject({ total: 5, unread: 5 });
  await fileMail(server.context, mailbox, { subject: 'Nữa' });
  expect(await runJobsUntilIdle(server.context)).not.toContain('follow_labels');
});

test('LB-13 a mailbox that never had a label has nothing to follow', async () => {
  const { mailbox } = await newPerson(server);
  await sql`update mailbox_state set seq = seq + 1, stated_seq = stated_seq + 1 where mailbox_id = ${mailbox}`.execute(
    server.context.db,
  );
  await fileMail(server.context, mailbox, {});
  expect(await runJobsUntilIdle(server.context)).not.toContain('follow_labels');
});
