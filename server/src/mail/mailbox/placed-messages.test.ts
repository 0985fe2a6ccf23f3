import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { testContext } from '../../test-kit/test-context.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http' } });
});
afterAll(() => server.close());

beforeEach(async () => {
  an = await newPerson(server);
  await an.client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
  await fileMails(server.context, an.mailbox, [
    { subject: 'Báo giá', unread: true },
    { subject: 'Hợp đồng', unread: false, starred: true },
    { subject: 'Nghỉ lễ', unread: false },
  ]);
});

async function subjects(query: Parameters<NewPerson['client']['listThreads']>[0]['query']) {
  return (await an.client.listThreads({ query })).data.map(({ subject }) => subject).toSorted();
}

async function lists() {
  const [inbox, unread, starred] = [{}, { is_read: 'false' }, { is_star: 'true' }] as const;
  return [
    await subjects({ in: 'INBOX', ...inbox }),
    await subjects({ in: 'INBOX', ...unread }),
    await subjects({ in: 'INBOX', ...starred }),
    (await an.client.listStarred({ query: {} })).data.map(({ subject }) => subject),
  ];
}

const ALL = [['Báo giá', 'Hợp đồng', 'Nghỉ lễ'], ['Báo giá'], ['Hợp đồng'], ['Hợp đồng']];

/** As a release without states left the mailbox. */
async function forgetStates() {
  const { db } = testContext(server.context);
  await sql`delete from message_state where mailbox_id = ${an.mailbox}`.execute(db);
  await sql`update folders set uid_validity = null where mailbox_id = ${an.mailbox}`.execute(db);
}

test('TL-21 lists of single messages are whole where a release without states has filed them', async () => {
  expect(await lists()).toEqual(ALL);
  await forgetStates();
  expect(await lists()).toEqual(ALL);
});

test('NS-1 nor does Trash count among newsletters there', async () => {
  const unsubscribe = { url: 'https://ban-tin.example/u', mailto: null, oneClick: true };
  const headers = { to: [], cc: [], bcc: [], replyTo: [], unsubscribe };
  const sender = { name: 'Bản tin', email: 'tin@ban-tin.example' };
  await fileMails(server.context, an.mailbox, [
    { sender, headers, unread: true },
    { sender, headers, unread: true, folder: 'Trash' },
  ]);
  const counted = async () => (await an.client.listNewsletters({ query: {} })).data;
  expect(await counted()).toMatchObject([{ messages: 1, unread: 1 }]);
  await forgetStates();
  expect(await counted()).toMatchObject([{ messages: 1, unread: 1 }]);
});

test('TL-21 and where it has marked them beside this one', async () => {
  const { db } = testContext(server.context);
  await sql`update messages set unread = false, starred = true where mailbox_id = ${an.mailbox} and subject = 'Báo giá'`.execute(
    db,
  );
  await sql`update mailbox_state set seq = seq + 1 where mailbox_id = ${an.mailbox}`.execute(db);
  const [, unread, , starred] = await lists();
  expect([unread, starred?.toSorted()]).toEqual([[], ['Báo giá', 'Hợp đồng']]);
});
