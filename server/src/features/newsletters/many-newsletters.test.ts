import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMails } from '../../test-kit/file-mail.ts';
import { copyMailbox, copyThreads } from '../../test-kit/many-mailboxes.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { testContext } from '../../test-kit/test-context.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const FILED = 500;
const COPIES = 199;
const SENDERS = 250;
const SMALL_MAILBOXES = 500;
const MB = 1024 * 1024;
/** The messages themselves are more than 15,000 pages of 8 KB. */
const PAGES = 4_000;

let server: TestServer;
let an: NewPerson;
let watch: PlanWatch;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http' } });
  an = await newPerson(server);
  const now = Math.floor(server.clock.now() / 1000);
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
  await copyThreads(db, an.mailbox, COPIES);
  const small = await newPerson(server);
  await fileMails(server.context, small.mailbox, mails.slice(0, 10));
  await copyMailbox(db, small.mailbox, SMALL_MAILBOXES);
  await sql`vacuum analyze`.execute(db);
  watch = await watchPlans(server);
}, 180_000);
afterAll(() => server.close());

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
