import { makeSystemFolders } from '../../mail/folders/make-system-folders.ts';
import { beginDerived } from '../../mail/rebuild/rebuild.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db, Tx } from '../../tables.ts';
import { insertAddresses, insertDomain, insertMailbox, readDomainId } from './accounts.store.ts';
import { addressTaken } from './aliases.ts';
import { type Actor, recordActs } from './record-acts.ts';

type PeopleDeps = { db: Db; clock: Clock };

export type NewMailbox = {
  email: string;
  name: string;
  passwordHash: string | null;
  kind: 'owner' | 'member';
  quotaMb: number;
  enableSmtp: boolean;
  enableDrive: boolean;
  aliases: string[];
};

export async function createDomain(deps: PeopleDeps, name: string, verified: boolean): Promise<number> {
  const domain = { name: name.toLowerCase(), verified, created_at: unixSeconds(deps.clock) };
  return inTransaction(deps.db, (tx) => insertDomain(tx, domain));
}

/** Creates a mailbox of an existing domain, with its system folders and addresses. */
export async function createMailbox(
  deps: PeopleDeps,
  mailbox: NewMailbox,
  actor: Actor = 'command line',
): Promise<number> {
  return inTransaction(deps.db, (tx) => insertPerson(tx, deps.clock, mailbox, actor));
}

export async function insertPerson(tx: Tx, clock: Clock, mailbox: NewMailbox, actor: Actor): Promise<number> {
  const email = mailbox.email.toLowerCase();
  const at = unixSeconds(clock);
  const domain_id = await readDomainId(tx, email.slice(email.lastIndexOf('@') + 1));
  const id = await insertMailbox(tx, {
    domain_id,
    email,
    name: mailbox.name,
    kind: mailbox.kind,
    password_hash: mailbox.passwordHash,
    enable_smtp: mailbox.enableSmtp,
    enable_drive: mailbox.enableDrive,
    quota_mb: mailbox.quotaMb,
    created_at: at,
  });
  if (id === undefined) throw addressTaken(email);
  const addresses = [email, ...mailbox.aliases.map((alias) => alias.toLowerCase())];
  const given = new Set(await insertAddresses(tx, id, addresses));
  const taken = addresses.find((address) => !given.has(address));
  if (taken !== undefined) throw addressTaken(taken);
  await makeSystemFolders(tx, clock, id);
  await beginDerived(tx, id);
  await recordActs(tx, { id, email, domain_id }, { actor, at }, [
    { act: 'created', after: mailbox.kind === 'owner' ? 'owner' : 'member' },
  ]);
  return id;
}
