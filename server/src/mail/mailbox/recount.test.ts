import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailbox } from '../../features/people/create-people.ts';
import { fileMails } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { recount } from './recount.ts';
import { readSeq } from './repair-counts.store.ts';
import { repairCounts } from './repair-counts.ts';

let server: TestServer;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'jobs' } });
});
afterAll(() => server.close());

async function makeMailbox(): Promise<number> {
  counter += 1;
  const mailbox = await createMailbox(server.context, {
    email: `thu${counter}@saomai.example`,
    name: 'Người thử',
    passwordHash: null,
    kind: 'member',
    quotaMb: 100,
    enableSmtp: true,
    enableDrive: false,
    aliases: [],
  });
  await fileMails(server.context, mailbox, [
    { subject: 'Báo giá', starred: true, messageId: 'a@x.example' },
    { subject: 'Rác', folder: 'Trash' },
  ]);
  return mailbox;
}

type Damage = [string, (mailbox: number) => RawBuilder<unknown>, RegExp];

const damages: Damage[] = [
  [
    'a count of threads that is off',
    (mailbox) => sql`update folders set total_threads = 9 where mailbox_id = ${mailbox} and role = 'INBOX'`,
    /INBOX says 9 threads and 1 unread, and has 1 and 1/,
  ],
  [
    'a count of unread threads that is off',
    (mailbox) =>
      sql`update folders set unread_threads = 0 where mailbox_id = ${mailbox} and role = 'Starred'`,
    /Starred says 1 threads and 0 unread, and has 1 and 1/,
  ],
  ['a row too few', (mailbox) => sql`delete from list_rows where mailbox_id = ${mailbox}`, /has no row of/],
  [
    'a row too many',
    (mailbox) => sql`
      insert into list_rows select mailbox_id, gen_random_uuid(), thread_id, last_at, unread, starred, card
      from list_rows where mailbox_id = ${mailbox} limit 1`,
    /should have none/,
  ],
  [
    'a row that says read of an unread thread',
    (mailbox) => sql`update list_rows set unread = false where mailbox_id = ${mailbox}`,
    /unread f, starred t\) of thread .* unread t, starred t/,
  ],
  [
    'a row that shows another text',
    (mailbox) => sql`
      update list_rows set card = jsonb_set(card::jsonb, '{subject}', '"Khác"')::json where mailbox_id = ${mailbox}`,
    /shows something else/,
  ],
  [
    'bytes that nobody uses',
    (mailbox) => sql`update mailbox_state set used_bytes = used_bytes + 1 where mailbox_id = ${mailbox}`,
    /bytes are said to be used/,
  ],
  [
    'a thread that says more messages than it has',
    (mailbox) => sql`update threads set message_count = 7 where mailbox_id = ${mailbox}`,
    /says 7 messages, and has 1/,
  ],
  [
    'messages without their thread',
    (mailbox) => sql`delete from threads where mailbox_id = ${mailbox}`,
    /lacks its thread/,
  ],
  [
    'messages without content',
    (mailbox) => sql`delete from message_contents where mailbox_id = ${mailbox}`,
    /lacks its content/,
  ],
  [
    'what removed messages left behind',
    (mailbox) => sql`delete from messages where mailbox_id = ${mailbox}`,
    /search words of message .* stayed behind/,
  ],
  [
    'mail in Trash that does not say since when',
    (mailbox) => sql`update messages set trashed_at = null where mailbox_id = ${mailbox}`,
    /lies in Trash, and does not say since when/,
  ],
  [
    'a merged thread that leads nowhere',
    (mailbox) => sql`insert into merged_threads values (${mailbox}, gen_random_uuid(), gen_random_uuid())`,
    /merged thread .* leads to thread/,
  ],
  [
    'a merged thread that still has messages',
    (mailbox) => sql`
      insert into merged_threads select mailbox_id, id, id from threads where mailbox_id = ${mailbox}`,
    /still has messages/,
  ],
  [
    'a journal that is ahead of its mailbox',
    (mailbox) => sql`update mailbox_state set seq = 0 where mailbox_id = ${mailbox}`,
    /the journal says 1, and the mailbox is at 0/,
  ],
];

const COUNTED = damages
  .filter(([name]) => /^a (count|row)|^bytes|^a thread that says/.test(name))
  .map(([, damage]) => damage);

test('a repair writes right what is counted, while mail comes in, and clients hear of it', async () => {
  const mailbox = await makeMailbox();
  const { context } = server;
  const seq = () => readSeq(context.db, mailbox);
  const before = await seq();
  await repairCounts(context, mailbox);
  expect(await seq()).toBe(before);
  for (const damage of COUNTED) {
    await damage(mailbox).execute(context.db);
    expect(await recount(context.db, mailbox)).not.toEqual([]);
    // Mail comes in between the look and the change.
    const arriving = fileMails(context, mailbox, [{ subject: 'Vừa đến' }]);
    await repairCounts(context, mailbox);
    await arriving;
    expect(await recount(context.db, mailbox)).toEqual([]);
  }
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from changes where mailbox_id = ${mailbox} and seq > ${before} order by kind`.execute(
    context.db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['folder', 'new_mail', 'quota', 'thread']);
});

test.each(damages)('a recount finds %s', async (_name, damage, said) => {
  const mailbox = await makeMailbox();
  expect(await recount(server.context.db, mailbox)).toEqual([]);
  await damage(mailbox).execute(server.context.db);
  expect((await recount(server.context.db, mailbox)).join('\n')).toMatch(said);
});
