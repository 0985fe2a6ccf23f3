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

test('TL-21 lists of single messages are whole where a release without states has filed them', async () => {
  expect(await lists()).toEqual(ALL);
  const { db } = testContext(server.context);
  await sql`delete from message_state where mailbox_id = ${an.mailbox}`.execute(db);
  await sql`update folders set uid_validity = null where mailbox_id = ${an.mailbox}`.execute(db);
  expect(await lists()).toEqual(ALL);
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
