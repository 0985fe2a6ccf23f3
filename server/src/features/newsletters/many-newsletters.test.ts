import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMails } from '../../test-kit/file-mail.ts';
import { copyMailbox, numberCopies } from '../../test-kit/many-mailboxes.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { testContext } from '../../test-kit/test-context.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const FILED = 500;
const COPIES = 199;
/** A statement has ten seconds, on a busy machine too. */
const COPIES_AT_ONCE = 10;
const SENDERS = 250;
const SMALL_MAILBOXES = 500;
const MB = 1024 * 1024;
/** The messages themselves are more than 15,000 pages of 8 KB. */
const PAGES = 4_000;

let server: TestServer;
let an: NewPerson;
let watch: PlanWatch;
/** When the first of those that are copied came. */
let oldest: number;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http' } });
  an = await newPerson(server);
  const now = Math.floor(server.clock.now() / 1000);
  oldest = now - FILED * 3600;
  const unsubscribe = { url: 'https://ban-tin.example/u', mailto: null, oneClick: true };
  const mails = Array.from({ length: FILED }, (_, number) => ({
    receivedAt: now - number * 3600,
    unread: number % 3 > 0,
    messageId: `tin-${number}@ban-tin.example`,
    subject: `Bản tin ${number}`,
    size: number % 50 === 0 ? 2 * MB + number : 20_000 + number,
    folder: number % 10 === 0 ? 'Archive' : 'INBOX',
    sender: { name: `Nơi gửi ${number % SENDERS}`, email: `tin-${number % SENDERS}@ban-tin.example` },
    headers: { to: [], cc: [], bcc: [], replyTo: [], unsubscribe },
  }));
  await fileMails(server.context, an.mailbox, mails);
  const { db } = testContext(server.context);
  for (let copied = 0; copied < COPIES; copied += COPIES_AT_ONCE)
    await copyRows(copied, Math.min(copied + COPIES_AT_ONCE, COPIES));
  await numberCopies(db, an.mailbox);
  const small = await newPerson(server);
  await fileMails(server.context, small.mailbox, mails.slice(0, 10));
  await copyMailbox(db, small.mailbox, SMALL_MAILBOXES);
  await sql`vacuum analyze`.execute(db);
  watch = await watchPlans(server);
}, 180_000);
afterAll(() => server.close());

/** Messages and list rows of the first ones again, as older ones of other threads. */
async function copyRows(from: number, to: number): Promise<void> {
  const { db } = testContext(server.context);
  await sql`
    insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(),
      'received_at', m.received_at - n * 10000000))).*
    from messages m cross join generate_series(${from + 1}::integer, ${to}::integer) n
    where m.mailbox_id = ${an.mailbox} and m.message_id_header is not null and m.received_at >= ${oldest}`.execute(
    db,
  );
  await sql`
    insert into list_rows (mailbox_id, folder_id, thread_id, last_at, unread, starred, size, sender_key, more_messages, more_unread, card)
    select mailbox_id, folder_id, gen_random_uuid(), last_at - n * 10000000, unread, starred, size, sender_key, more_messages, more_unread, card
    from list_rows r cross join generate_series(${from + 1}::integer, ${to}::integer) n
    where r.mailbox_id = ${an.mailbox} and r.last_at >= ${oldest}`.execute(db);
}

async function pagesOf(call: () => Promise<unknown>): Promise<number> {
  watch.ranSince();
  await call();
  return Math.max(...watch.ranSince().map(({ pages }) => pages));
}

test('NS-10 over 100,000 messages newsletters and storage are ranges of an index', async () => {
  const { data, meta } = await an.client.listNewsletters({ query: {} });
  expect(meta).toMatchObject({ total: SENDERS, messages: FILED * (COPIES + 1) });
  expect(data).toHaveLength(200);
  for (const call of [
    () => an.client.listNewsletters({ query: { sort: 'unread' } }),
    () => an.client.getStorage({}),
    () => an.client.listLargeSenders({}),
    () => an.client.listRepeatedFiles({}),
  ])
    expect(await pagesOf(call)).toBeLessThan(PAGES);
  expect(await pagesOf(() => an.client.listLargeMessages({ query: {} }))).toBeLessThan(1000);
});
