import type { Clock } from '../../platform/clock.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { makeSystemFolders } from '../folders/make-system-folders.ts';

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
  const { id } = await deps.db
    .insertInto('domains')
    .values({ name: name.toLowerCase(), verified, created_at: unixSeconds(deps.clock) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A mailbox of a domain that is there, with its system folders and addresses. */
export async function createMailbox(deps: PeopleDeps, mailbox: NewMailbox): Promise<number> {
  const email = mailbox.email.toLowerCase();
  return inTransaction(deps.db, async (tx) => {
    const domain = await tx
      .selectFrom('domains')
      .select('id')
      .where('name', '=', email.slice(email.lastIndexOf('@') + 1))
      .executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto('mailboxes')
      .values({
        domain_id: domain.id,
        email,
        name: mailbox.name,
        kind: mailbox.kind,
        password_hash: mailbox.passwordHash,
        enable_smtp: mailbox.enableSmtp,
        enable_drive: mailbox.enableDrive,
        quota_mb: mailbox.quotaMb,
        created_at: unixSeconds(deps.clock),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('mailbox_state').values({ mailbox_id: id }).execute();
    const addresses = [email, ...mailbox.aliases.map((alias) => alias.toLowerCase())];
    await tx
      .insertInto('addresses')
      .values(addresses.map((address) => ({ address, mailbox_id: id })))
      .execute();
    await makeSystemFolders(tx, deps.clock, id);
    return id;
  });
}
