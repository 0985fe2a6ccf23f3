import { createHash } from 'node:crypto';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { CalendarDeps } from '../calendar/change-calendar.ts';
import type { ContactsDeps } from '../contacts/change-contacts.ts';
import type { DriveDeps } from '../drive/change-drive.ts';
import { createDomain, createMailbox } from '../features/people/create-people.ts';
import { writeTaxCode } from '../features/people/domains.store.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { createFolder } from '../mail/folder-acts/save-folder.ts';
import { readFolders } from '../mail/folders/folders.store.ts';
import { type ChangeDeps, changeMailbox } from '../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../mail/messages/message-from-parsed.ts';
import { type NewMessage, newMessage } from '../mail/messages/new-message.ts';
import { storeMessages } from '../mail/messages/store-messages.ts';
import { writeSettings } from '../mail/settings/settings.store.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import { unixSeconds } from '../platform/clock.ts';
import { ADVISORY_LOCKS } from '../platform/db/advisory-locks.ts';
import { createClient } from '../platform/db/connection-config.ts';
import { inTransaction } from '../platform/db/database.ts';
import { BACKGROUND } from '../platform/db/deadlines.ts';
import type { PgConfig } from '../platform/db/pg-config.ts';
import { takeLock } from '../platform/db/take-lock.ts';
import type { Logger } from '../platform/logger.ts';
import type { MailParser } from '../platform/mime/parse-pool.ts';
import { domainOf } from '../platform/smtp/sender-verdict.ts';
import type { ReadDb } from '../tables.ts';
import {
  domainExists,
  findMailboxId,
  finishWorld,
  insertWorld,
  readDomainId,
  readWorldState,
} from './demo-world.store.ts';
import type { WorldAuth } from './message.ts';
import { seedCalendar } from './seed-calendar.ts';
import { seedCompany } from './seed-company.ts';
import { seedContacts } from './seed-contacts.ts';
import { seedDrive } from './seed-drive.ts';
import { type Arrival, demoWorld, type Person, type World, type WorldMail } from './world.ts';

export type SeedDeps = ChangeDeps &
  DriveDeps &
  ContactsDeps &
  CalendarDeps & {
    pgConfig: PgConfig;
    log: Logger;
    blobs: BlobStore;
    parser: MailParser;
  };

const SEED_LOCK = ADVISORY_LOCKS.demoWorld;
const MESSAGES_A_CHANGE = 150;

/**
 * Fills an empty database with the demo world, or finishes what an earlier start began; several processes may start
 * at once. Answers what is still to arrive by mail, which is nothing unless this call made the world.
 */
export async function seedDemo(deps: SeedDeps): Promise<Arrival[]> {
  // Where it is lost, so is the lock; whoever starts next goes on.
  const lock = createClient({
    pgConfig: deps.pgConfig,
    applicationName: 'demo world',
    deadlines: BACKGROUND,
  });
  await lock.connect();
  try {
    await takeLock(lock, 'demo world', SEED_LOCK, deps);
    const beganAt = await beginWorld(deps);
    if (beganAt === null) return [];
    const world = demoWorld(beganAt);
    await fillWorld(deps, world, beganAt);
    await inTransaction(deps.db, (tx) => finishWorld(tx, unixSeconds(deps.clock)));
    return world.arrivals;
  } finally {
    // Ends the session, and with it the lock.
    await lock.end();
  }
}

/** The time that the unfinished world is dated by; null where there is nothing to do. */
async function beginWorld({ db, clock }: SeedDeps): Promise<number | null> {
  const world = await readWorldState(db);
  if (world) return world.finished_at === null ? world.began_at : null;
  const now = unixSeconds(clock);
  return (await inTransaction(db, (tx) => insertWorld(tx, now))) ? now : null;
}

async function fillWorld(deps: SeedDeps, world: World, beganAt: number): Promise<void> {
  const since = deps.clock.now();
  for (const { name, verified, taxCode = null } of world.domains) {
    if (!(await domainExists(deps.db, name))) await createDomain(deps, name, verified);
    const domainId = await readDomainId(deps.db, name);
    await inTransaction(deps.db, (tx) => writeTaxCode(tx, domainId, taxCode));
  }
  const hashes = new Map<string, Promise<string>>();
  const mailOf = Map.groupBy(world.mail, (mail) => mail.owner);
  const mailboxIds = new Map<string, number>();
  let messages = 0;
  for (const person of world.people) {
    const { password } = person;
    const passwordHash = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, passwordHash);
    const mailboxId = await makePerson(deps, person, await passwordHash);
    mailboxIds.set(person.email, mailboxId);
    const mail = mailOf.get(person.email) ?? [];
    await fileWorldMail(deps, mailboxId, mail);
    await seedDrive(deps, mailboxId, person, beganAt);
    await seedContacts(deps, mailboxId, person.email);
    await seedCalendar(deps, mailboxId, { email: person.email, beganAt });
    messages += mail.length;
  }
  await seedCompany(deps, mailboxIds);
  deps.log.info({ messages, ms: deps.clock.now() - since }, 'demo world seeded');
}

async function makePerson(deps: SeedDeps, person: Person, passwordHash: string): Promise<number> {
  const known = await findMailboxId(deps.db, person.email);
  const mailboxId = known ?? (await createMailbox(deps, { ...person, passwordHash }));
  // Its password is known to everybody, so that whoever looks at it would be a new device.
  if (known === undefined) {
    await inTransaction(deps.db, (tx) => writeSettings(tx, mailboxId, { sign_in_alerts: false }));
  }
  const folders = await readFolderIds(deps.db, mailboxId);
  for (const path of person.ownFolders) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!folders.has(path)) await createFolder(deps, mailboxId, { name, display_name: path });
  }
  return mailboxId;
}

async function readFolderIds(db: ReadDb, mailboxId: number): Promise<Map<string, string>> {
  const rows = await readFolders(db, mailboxId);
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
      storeMessages(deps.clock, change, messages, { announced: false }),
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
  const said = messageFromParsed(await deps.parser.parse(key, size), receivedAt, { blob: key });
  const message = newMessage({
    ...said,
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
  });
  return { ...message, folderId };
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
