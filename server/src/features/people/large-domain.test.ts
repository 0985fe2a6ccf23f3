import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShare } from '../../drive/shares/create-share.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { fillDriveFolder } from '../../test-kit/fill-drive.ts';
import { copyMailbox } from '../../test-kit/many-mailboxes.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';
import { readFullest, readOwnerless, readSuspended } from '../administrators/today.store.ts';
import { readLastBackup } from '../backup/last-backup.store.ts';
import { hasOtherPending } from '../previews/previews.store.ts';
import { readDomainLinks } from './domain-links.store.ts';

/** In one domain, each with a drive and an outside link. */
const PEOPLE = 2_000;
const FILES = 10;
const PAGE = 20;
/** The cost limit of a page of rows with their details. */
const FEW_PAGES = 300;
/** The cost limit of one scan over the people of a domain, whose rows have their state beside them. */
const ONE_PASS = 1_500;
/** Its functions are loaded with the first call on a connection. */
const QUEUE = 'graphile_worker.';

let server: TestServer;
let person: NewPerson;
let domain: number;
let deleted: string;
let watch: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  const { context } = server;
  person = await newPerson(server);
  const { db } = context;
  const folder = await fillDriveFolder(db, person.mailbox, FILES);
  await createShare(context, person.mailbox, {
    ...{ entryIds: [folder], addresses: ['khach@minhphat.example'], password: 'chim bồ câu bay' },
    ...{ permission: 'READ', expiresAt: null, pending: false },
  });
  await sql`
    insert into drive_deletions (mailbox_id, entry_id, by_mailbox_id, by_name, at)
    select mailbox_id, id, mailbox_id, 'Sen', 1 from drive_entries
    where mailbox_id = ${person.mailbox} and not is_folder`.execute(db);
  await copyMailbox(db, person.mailbox, PEOPLE);
  await sql`update mailboxes set enable_drive = true`.execute(db);
  await sql`
    insert into office_previews (source, state, at, asked_by)
    select sha256(id::text::bytea), 'ready', 1, id from mailboxes`.execute(db);
  ({ domain_id: domain } = await db
    .selectFrom('mailboxes')
    .select('domain_id')
    .where('id', '=', person.mailbox)
    .executeTakeFirstOrThrow());
  ({ entry_id: deleted } = await db
    .selectFrom('drive_deletions')
    .select('entry_id')
    .where('mailbox_id', '=', person.mailbox)
    .limit(1)
    .executeTakeFirstOrThrow());
  await sql`vacuum analyze`.execute(db);
  watch = await watchPlans(server);
}, 180_000);
afterAll(() => server.close());

async function links(after: { mailboxId: number; id: string } | null) {
  const now = Math.floor(server.clock.now() / 1000);
  return readDomainLinks(server.context.db, domain, { now, limit: PAGE, after });
}

const acts: Record<string, [most: number, act: () => Promise<unknown>]> = {
  'two pages of links of a domain to outside': [
    FEW_PAGES,
    async () => {
      const last = (await links(null)).at(-1);
      if (!last) throw new Error('there are no links');
      expect(await links({ mailboxId: last.mailbox_id, id: last.id })).toHaveLength(PAGE);
    },
  ],
  'the last backup': [FEW_PAGES, () => readLastBackup(server.context.db)],
  'previews that wait': [
    FEW_PAGES,
    () =>
      inTransaction(server.context.db, (tx) =>
        hasOtherPending(tx, { source: '00'.repeat(32), mailboxId: person.mailbox, since: 0 }),
      ),
  ],
  'what others deleted': [FEW_PAGES, () => person.client.listDriveDeletions({})],
  'deletions that were seen': [
    FEW_PAGES,
    () => person.client.markDriveDeletionsSeen({ body: { ids: [deleted] } }),
  ],
  'domains that need a person today': [
    FEW_PAGES,
    async () => [await readOwnerless(server.context.db, null), await readSuspended(server.context.db, null)],
  ],
  'mailboxes that are nearly full': [ONE_PASS, () => readFullest(server.context.db, domain)],
};

describe.each(['force_custom_plan', 'force_generic_plan'] as const)('by %s', (mode) => {
  beforeAll(() => watch.plan(mode));

  it.each(Object.entries(acts))('%s looks at few pages of a large domain', async (_what, [most, act]) => {
    watch.ranSince();
    await act();
    const ran = watch.ranSince().filter(({ text }) => !text.includes(QUEUE));
    expect(ran.length).toBeGreaterThan(0);
    expect(ran.filter(({ pages }) => pages > most)).toEqual([]);
  });
});
