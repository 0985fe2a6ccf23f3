import { createHash } from 'node:crypto';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { createDomain, createMailbox } from '../features/account/create-people.ts';
import { createFolder } from '../features/folders/save-folder.ts';
import { type ChangeDeps, changeMailbox } from '../features/mailbox/change-mailbox.ts';
import { fileMessages, type NewMessage } from '../features/mailbox/file-messages.ts';
import { messageFromParsed } from '../features/mailbox/message-from-parsed.ts';
import { hashPassword } from '../features/session/passwords.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import { unixSeconds } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { MailParser } from '../platform/mime/parse-pool.ts';
import { domainOf } from '../platform/smtp/sender-verdict.ts';
import type { Db, Tables } from '../tables.ts';
import type { WorldAuth } from '../test-kit/world/letter.ts';
import { type Arrival, demoWorld, type Person, type World, type WorldMail } from '../test-kit/world/world.ts';

export type SeedDeps = ChangeDeps & {
  database: Database<Tables>;
  log: Logger;
  blobs: BlobStore;
  parser: MailParser;
};

/** A number of our own among the server's advisory locks. */
const SEED_LOCK = 4_207_005;
const MESSAGES_A_CHANGE = 150;

/**
 * Fills an empty database with the demo world, or finishes what an earlier start began; several processes may start
 * at once. Answers what is still to arrive by mail, which is nothing unless this call made the world.
 */
export async function seedDemo(deps: SeedDeps): Promise<Arrival[]> {
  const lock = await deps.database.pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [SEED_LOCK]);
    const beganAt = await beginWorld(deps);
    if (beganAt === null) return [];
    const world = demoWorld(beganAt);
    await fillWorld(deps, world);
    await sql`update demo_world set finished_at = ${unixSeconds(deps.clock)}`.execute(deps.db);
    return world.arrivals;
  } finally {
    // Ends the session, and with it the lock.
    lock.release(true);
  }
}

/** The time that the unfinished world is dated by; null where there is nothing to do. */
async function beginWorld({ db, clock }: SeedDeps): Promise<number | null> {
  const known = await sql<{ began_at: number; finished_at: number | null }>`
    select began_at, finished_at from demo_world`.execute(db);
  const world = known.rows[0];
  if (world) return world.finished_at === null ? world.began_at : null;
  const now = unixSeconds(clock);
  const begun = await sql`
    insert into demo_world (began_at) select ${now} where not exists (select from domains)`.execute(db);
  return begun.numAffectedRows === 1n ? now : null;
}

async function fillWorld(deps: SeedDeps, world: World): Promise<void> {
  const since = deps.clock.now();
  for (const { name, verified } of world.domains) {
    const known = await deps.db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!known) await createDomain(deps, name, verified);
  }
  const hashes = new Map<string, Promise<string>>();
  const mailOf = Map.groupBy(world.mail, (mail) => mail.owner);
  let messages = 0;
  for (const person of world.people) {
    const { password } = person;
    const passwordHash = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, passwordHash);
    const mailboxId = await makePerson(deps, person, await passwordHash);
    const mail = mailOf.get(person.email) ?? [];
    await fileWorldMail(deps, mailboxId, mail);
    messages += mail.length;
  }
  deps.log.info({ messages, ms: deps.clock.now() - since }, 'The demo world is there');
}

async function makePerson(deps: SeedDeps, person: Person, passwordHash: string): Promise<number> {
  const known = await deps.db
    .selectFrom('mailboxes')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirst();
  const mailboxId = known?.id ?? (await createMailbox(deps, { ...person, passwordHash }));
  const folders = await readFolderIds(deps.db, mailboxId);
  for (const path of person.ownFolders) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!folders.has(path)) await createFolder(deps, mailboxId, { name, display_name: path });
  }
  return mailboxId;
}

async function readFolderIds(db: Db, mailboxId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'path'])
    .where('mailbox_id', '=', mailboxId)
    .execute();
  return new Map(rows.map((row) => [row.path, row.id]));
}

async function fileWorldMail(deps: SeedDeps, mailboxId: number, mail: WorldMail[]): Promise<void> {
  const folders = await readFolderIds(deps.db, mailboxId);
  for (let start = 0; start < mail.length; start += MESSAGES_A_CHANGE) {
    const batch = mail.slice(start, start + MESSAGES_A_CHANGE);
    const messages = await Promise.all(
      batch.map((one, index) => readWorldMail(deps, folders, one, start + index)),
    );
    await changeMailbox(deps, mailboxId, (change) =>
      fileMessages(deps.clock, change, messages, { announced: false }),
    );
  }
}

async function readWorldMail(
  deps: SeedDeps,
  folders: Map<string, string>,
  mail: WorldMail,
  position: number,
): Promise<NewMessage> {
  const { owner, folder, raw, read, starred, answered, draft, spoofed = false, auth } = mail;
  const receivedAt = Math.floor(mail.receivedAt);
  const folderId = folders.get(folder);
  if (folderId === undefined) throw new Error(`The demo world names a folder ${folder} that ${owner} lacks`);
  const { key, size } = await deps.blobs.put(raw);
  const said = messageFromParsed(await deps.parser.parse(key, size), receivedAt);
  return {
    ...said,
    folderId,
    receivedAt,
    unread: !read,
    starred,
    answered,
    draft,
    spoofed,
    size,
    blob: key,
    deliveryKey: createHash('sha256').update(`demo ${owner} ${position}`).digest('hex'),
    senderChecks: auth ? senderChecks(auth, said.sender.email) : null,
  };
}

function senderChecks({ spf, dkim, dmarc }: WorldAuth, sender: string): SenderChecks {
  const domain = domainOf(sender);
  return {
    spf: { result: spf, domain },
    dkim: dkim === 'none' ? [] : [{ result: dkim, domain, selector: 'mail', aligned: true }],
    dmarc: { result: dmarc, policy: null, domain },
    arc: { result: 'none' },
  };
}
