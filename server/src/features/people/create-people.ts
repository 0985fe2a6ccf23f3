import { writeEntries } from '../../contacts/directory/write-entries.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { makeSystemFolders } from '../../mail/folders/make-system-folders.ts';
import { beginDerived } from '../../mail/rebuild/rebuild.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { Db, Tx } from '../../tables.ts';
import { insertAddresses, insertDomain, insertMailbox, keepDomains, lockDomain } from './accounts.store.ts';
import { addressTaken } from './aliases.ts';
import { requireStorage } from './domain-quota.ts';
import { requireSeats } from './domain-seats.ts';

/** The actor who creates a set of people, such as the demo world. */
const THE_PROGRAM: Actor = { kind: 'command_line', name: '', domainId: null, address: '' };

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

export async function createDomain(
  deps: PeopleDeps,
  name: string,
  verified: boolean,
  actor: Actor = THE_PROGRAM,
): Promise<number> {
  const at = unixSeconds(deps.clock);
  const domain = { name: name.toLowerCase(), verified, created_at: at };
  return inTransaction(deps.db, async (tx) => {
    const id = await insertDomain(tx, domain);
    if (id === undefined) throw new Failure('already_exists', `The domain ${domain.name} is there already`);
    await recordActs(tx, { domainId: id, name: domain.name }, { actor, at }, [{ act: 'domain_added' }]);
    return id;
  });
}

/** Creates a mailbox in an existing domain, with its system folders and addresses. */
export async function createMailbox(
  deps: PeopleDeps,
  mailbox: NewMailbox,
  actor: Actor = THE_PROGRAM,
): Promise<number> {
  return inTransaction(deps.db, (tx) => insertPerson(tx, deps.clock, mailbox, actor));
}

export async function insertPerson(tx: Tx, clock: Clock, mailbox: NewMailbox, actor: Actor): Promise<number> {
  const email = mailbox.email.toLowerCase();
  const at = unixSeconds(clock);
  const addresses = [email, ...mailbox.aliases.map((alias) => alias.toLowerCase())];
  const names = addresses.map((each) => each.slice(each.lastIndexOf('@') + 1));
  // First, against a deadlock with the deletion of the domain (lock order).
  if (actor.domainId !== null) await lockDomain(tx, actor.domainId);
  const domains = await keepDomains(tx, [...new Set(names)]);
  const domain_id = domains.get(names[0] as string);
  if (domain_id === undefined || (actor.domainId ?? domain_id) !== domain_id) throw ofNoDomain();
  const missing = names.find((name) => !domains.has(name));
  if (missing !== undefined) throw new Failure('not_found', `There is no domain ${missing}`);
  await requireSeats(tx, new Map([[domain_id, 1]]));
  await requireStorage(tx, domain_id, mailbox.quotaMb, actor);
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
  if (id === undefined) throw await addressTaken(tx, email);
  const given = new Set(await insertAddresses(tx, id, addresses));
  const taken = addresses.find((address) => !given.has(address));
  if (taken !== undefined) throw await addressTaken(tx, taken);
  await makeSystemFolders(tx, clock, [id]);
  await beginDerived(tx, [id]);
  await writeEntries(tx, [{ mailboxId: id }]);
  await recordActs(tx, { domainId: domain_id, name: email, mailboxId: id }, { actor, at }, [
    { act: 'created', after: mailbox.kind === 'owner' ? 'owner' : 'member' },
  ]);
  return id;
}

function ofNoDomain(): Failure {
  const field = { field: 'email', problem: 'is of no domain that you administer', rule: 'invalid' } as const;
  return invalidInput('The address is of no domain that you administer', field);
}
