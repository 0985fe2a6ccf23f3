import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildContactsTask } from '../../features/contacts/contacts.jobs.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { DERIVED_VERSION } from '../cards/derive-card.ts';
import { corpus } from '../vcard/corpus/corpus.ts';
import { readCard } from '../vcard/read-card.ts';
import { rebuildContacts } from './rebuild-cards.ts';

let server: TestServer;
let an: CardDavPerson;

/** A book of cards of all kinds, some of them in the trash, with a group of a Mac. */
beforeAll(async () => {
  server = await startTestServer();
  an = await cardDavPerson(server);
  const put = (name: string, body: string | Buffer) =>
    an.dav.call('PUT', `${an.book}${name}.vcf`, { body, headers: { 'content-type': 'text/vcard' } });
  const uids = new Set<string | null>();
  for (const [at, [, card]] of corpus.entries()) {
    const { uid } = readCard(card);
    if (uid !== null && uids.has(uid)) continue;
    uids.add(uid);
    await put(`${at}`, card);
    if (at % 5 === 0) await an.dav.call('DELETE', `${an.book}${at}.vcf`);
  }
  const members = ['m1', 'm2', 'm3'].map((uid) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}`);
  await put('group', vcard('mac', 'Bạn bè', 'X-ADDRESSBOOKSERVER-KIND:group', ...members));
  await put('m1', vcard('m1', 'Một'));
  await put('m2', vcard('m2', 'Hai', 'CATEGORIES:Bạn bè,Xóm'));
  await runJobsUntilIdle(server.context);
});
afterAll(() => server.close());

/** Every row of contacts, of all mailboxes. */
async function dump(...without: string[]): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { table } of CONTACTS.mailboxRows) {
    if (without.includes(table)) continue;
    const { rows } = await sql<{ row: string }>`
      select o::text as row from ${sql.table(table)} o order by 1`.execute(server.context.db);
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** As if an older release had derived everything, and otherwise. */
async function spoil(version: number): Promise<void> {
  await inTransaction(server.context.db, async (tx) => {
    await sql`
      update contact_cards set derived_version = ${version}, etag = 'old', full_name = 'Cũ', given_key = 'cu', family_key = 'cu',
        organisation = 'Cũ', title = 'Cũ', email = 'cu', phone = 'cu', birthday = '1900-01-01', words = ' cu',
        photo_key = 'cu'`.execute(tx);
    for (const table of ['contact_points', 'contact_list_members', 'contact_lists'] as const)
      await tx.deleteFrom(table).execute();
    for (const table of ['contact_groups', 'contact_group_members'] as const)
      await tx.deleteFrom(table).execute();
  });
}

/** The journal tells clients, and the numbers of cards stay. */
const JOURNAL = ['contact_state', 'contact_changes'];

async function rebuildAll(): Promise<string[]> {
  await inTransaction(server.context.db, (tx) => addJob(tx, rebuildContactsTask, {}));
  return runJobsUntilIdle(server.context);
}

test('CT-17 everything that is derived is as it was after a rebuild, in the trash too', async () => {
  const before = await dump(...JOURNAL);
  expect(before['contact_cards']?.length).toBeGreaterThan(60);
  expect(before['contact_list_members']?.length).toBeGreaterThan(10);
  await spoil(DERIVED_VERSION - 1);
  expect(await rebuildAll()).toContain('contact_rebuild');
  expect(await dump(...JOURNAL)).toEqual(before);
});

test('CT-17 a rebuild of what is right changes nothing, and tells nobody', async () => {
  const before = await dump();
  await sql`update contact_cards set derived_version = 1`.execute(server.context.db);
  await rebuildAll();
  expect(await dump()).toEqual(before);
  expect((await rebuildAll()).filter((task) => task !== 'contact_rebuild')).toEqual([]);
  expect(await dump()).toEqual(before);
});

test('CT-17 one mailbox is rebuilt whatever its version; what a newer release has made stays', async () => {
  const before = await dump(...JOURNAL);
  const mailboxes = await server.context.db.selectFrom('contact_state').select('mailbox_id').execute();
  await spoil(DERIVED_VERSION);
  const steps: number[] = [];
  for (const { mailbox_id } of mailboxes) {
    await rebuildContacts(server.context, mailbox_id, { afterStep: async (cards) => void steps.push(cards) });
  }
  expect(Math.max(...steps)).toBeLessThanOrEqual(20);
  expect(await dump(...JOURNAL)).toEqual(before);
  await sql`update contact_cards set derived_version = 99, title = 'mới'`.execute(server.context.db);
  const newer = await dump();
  for (const { mailbox_id } of mailboxes) await rebuildContacts(server.context, mailbox_id);
  expect(await dump()).toEqual(newer);
});

test('CT-17 what this release can’t read is left, and asked for once', async () => {
  await sql`update contact_sources set source = 'no card'`.execute(server.context.db);
  await sql`update contact_cards set derived_version = 1`.execute(server.context.db);
  const before = await dump('contact_cards');
  await rebuildAll();
  expect(await dump('contact_cards')).toEqual(before);
  const { rows } = await sql`select from contact_cards where derived_version < ${DERIVED_VERSION}`.execute(
    server.context.db,
  );
  expect(rows).toEqual([]);
});
