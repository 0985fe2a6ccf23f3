import { makeSystemFolders } from '../../mail/folders/make-system-folders.ts';
import { beginDerived } from '../../mail/rebuild/rebuild.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { insertAddresses, insertDomain, insertMailbox, readDomainId } from './account.store.ts';

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
export async function createMailbox(deps: PeopleDeps, mailbox: NewMailbox): Promise<number> {
  const email = mailbox.email.toLowerCase();
  return inTransaction(deps.db, async (tx) => {
    const id = await insertMailbox(tx, {
      domain_id: await readDomainId(tx, email.slice(email.lastIndexOf('@') + 1)),
      email,
      name: mailbox.name,
      kind: mailbox.kind,
      password_hash: mailbox.passwordHash,
      enable_smtp: mailbox.enableSmtp,
      enable_drive: mailbox.enableDrive,
      quota_mb: mailbox.quotaMb,
      created_at: unixSeconds(deps.clock),
    });
    const addresses = [email, ...mailbox.aliases.map((alias) => alias.toLowerCase())];
    await insertAddresses(tx, id, addresses);
    await makeSystemFolders(tx, deps.clock, id);
    await beginDerived(tx, id);
    return id;
  });
}
