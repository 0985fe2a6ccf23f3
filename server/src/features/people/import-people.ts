import type { ImportFault, ImportReason } from '@bocau/contract/import-people.ts';
import { writeEntries } from '../../contacts/directory/write-entries.ts';
import { recordActsOnEach } from '../../identity/administration/record-acts.ts';
import { makeSystemFolders } from '../../mail/folders/make-system-folders.ts';
import { beginDerived } from '../../mail/rebuild/rebuild.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Db, ReadDb, Tx } from '../../tables.ts';
import { activateFirstLinks, type DraftLink, draftLink } from '../session/recovery/make-link.ts';
import { isAdministrator, keepDomains, lockDomain } from './accounts.store.ts';
import { addressTaken } from './aliases.ts';
import { requireStorage } from './domain-quota.ts';
import { requireSeats } from './domain-seats.ts';
import { findManagers } from './entry.store.ts';
import { countDifferences, importEntries } from './import-entries.ts';
import {
  findDomains,
  findTaken,
  type Inserted,
  insertAddressRows,
  insertMailboxes,
} from './import-people.store.ts';
import { isoDay } from './iso-day.ts';
import type { ListedPerson } from './read-people.ts';

export type ImportDeps = {
  db: Db;
  clock: Clock;
  config: { http: { publicUrl: string } };
  /** Deliberately slow; several run concurrently on the thread pool. */
  hashPassword(password: string): Promise<string>;
  isGuessable(password: string, person: { email: string; name: string }): Promise<boolean>;
};
/** `known`: those who are there; `changed`: of how many of them the list says something new for the directory. */
export type ImportPlan = {
  people: ListedPerson[];
  known: ListedPerson[];
  there: number;
  changed: number;
  faults: ImportFault[];
};
export type Link = { email: string; link: string };

/** One transaction each: what was added stays, and the list can be imported again. */
const AT_ONCE = 500;
/** As many as the threads that hash. */
const HASHED_AT_ONCE = 4;
const LINK_SECONDS = 7 * 24 * 3600;

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Determines the new people, and the conflicts of the others. */
export async function planImport(
  { db, isGuessable }: Pick<ImportDeps, 'db' | 'isGuessable'>,
  people: ListedPerson[],
  actor: Actor,
): Promise<ImportPlan> {
  const { domainId } = actor;
  const addresses = people.flatMap(({ email, aliases }) => [email, ...aliases]);
  const domains = await findDomains(db, [...new Set(addresses.map(domainOf))]);
  const taken = await findTaken(db, addresses);
  const isManager = await managersOf(db, people);
  const plan: ImportPlan = { people: [], known: [], there: 0, changed: 0, faults: [] };
  for (const person of people) {
    const { line, email, aliases, password } = person;
    // Checking a password takes milliseconds that block the event loop.
    if (password !== null) await new Promise((resume) => setImmediate(resume));
    const fault = (field: string, reason: ImportReason, problem: string) =>
      plan.faults.push({ line, field, reason, problem });
    const isOurs = (address: string) => {
      const id = domains.get(domainOf(address));
      return id !== undefined && (domainId ?? id) === id;
    };
    const mine = (address: string) => (taken.get(address)?.email ?? email) === email;
    const purgeOf = (address: string) => taken.get(address)?.purge_at ?? null;
    const deleted = purgeOf(email);
    const deletedAlias = aliases.map(purgeOf).find((purgeAt) => purgeAt !== null);
    // First, so that the caller cannot probe who exists in other domains.
    if (!isOurs(email)) fault('email', 'foreign_domain', 'is of no domain that you administer');
    else if (deleted !== null)
      fault('email', 'deleted', `is of somebody who was deleted, until ${isoDay(deleted)}`);
    else if (!isManager(person)) fault('manager', 'no_manager', 'is of nobody of the same domain');
    else if (taken.get(email)?.email === email) plan.known.push(person);
    else if (!mine(email)) fault('email', 'is_alias', 'is an alias of somebody');
    else if (!aliases.every(isOurs))
      fault('aliases', 'foreign_alias', 'has one of no domain that you administer');
    else if (deletedAlias)
      fault('aliases', 'deleted', `has one of somebody who was deleted, until ${isoDay(deletedAlias)}`);
    else if (!aliases.every(mine)) fault('aliases', 'alias_taken', 'has one that somebody has');
    else if (password !== null && (await isGuessable(password, person)))
      fault('password', 'guessable_password', 'is easy to guess');
    else plan.people.push(person);
  }
  const changed = await countDifferences(db, plan.known, actor);
  return { ...plan, there: plan.known.length, changed };
}

/** Whether a person's manager is there, or of the list itself. */
async function managersOf(db: ReadDb, people: ListedPerson[]): Promise<(person: ListedPerson) => boolean> {
  const named = people.flatMap(({ entry }) => entry?.manager ?? []);
  const found = await findManagers(db, named);
  const domains = await findDomains(db, [...new Set(people.map(({ email }) => domainOf(email)))]);
  const listed = new Set(people.flatMap(({ email, aliases }) => [email, ...aliases]));
  return ({ email, entry }) => {
    const manager = entry?.manager ?? null;
    if (manager === null) return true;
    const there = found.get(manager);
    if (there) return there.domain_id === domains.get(domainOf(email));
    return listed.has(manager) && domainOf(manager) === domainOf(email);
  };
}

/** `stopped`: why the rest was not added. */
export type Imported = { added: number; changed: number; links: Link[]; stopped: Error | null };

/**
 * Adds the new people, and writes what the list says for the directory, of `known` too; returns how many, and the links of those who have to choose a password. Links are
 * shown only once: after a failure midway, those of the people added so far are returned too.
 */
export async function importPeople(
  deps: ImportDeps,
  people: ListedPerson[],
  actor: Actor,
  {
    links,
    known = [],
    added = () => undefined,
  }: { links: boolean; known?: ListedPerson[]; added?(count: number): void },
): Promise<Imported> {
  const result: Imported = { added: 0, changed: 0, links: [], stopped: null };
  const { domainId } = actor;
  await inTransaction(deps.db, async (tx) => {
    await requireSeats(
      tx,
      seatsOf(people, await findDomains(tx, [...new Set(people.map(({ email }) => domainOf(email)))])),
    );
    const all = people.reduce((sum, { quotaMb }) => sum + quotaMb, 0);
    if (domainId !== null) await requireStorage(tx, domainId, all, actor);
  });
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const batch = people.slice(from, from + AT_ONCE);
    try {
      const hashes = await hashAll(deps, batch);
      const done = await inTransaction(deps.db, async (tx) => {
        const inserted = await insertBatch(tx, deps.clock, { batch, hashes }, actor);
        return { inserted, links: links ? await giveLinks(tx, deps, { batch, inserted }, actor) : [] };
      });
      result.links.push(...done.links);
      result.added += done.inserted.length;
    } catch (error) {
      if (result.added === 0) throw error;
      result.stopped = error as Error;
      break;
    }
    added(result.added);
  }
  try {
    // Last: a manager may be in a later line. Lines that were not added have nobody to write of.
    await importEntries(deps, people, actor);
    result.changed = await importEntries(deps, known, actor);
  } catch (error) {
    if (result.added === 0) throw error;
    result.stopped ??= error as Error;
  }
  return result;
}

/** The number of new people per domain. */
function seatsOf(people: ListedPerson[], domains: Map<string, number>): Map<number, number> {
  const seats = new Map<number, number>();
  for (const { email } of people) {
    const id = domains.get(domainOf(email));
    if (id !== undefined) seats.set(id, (seats.get(id) ?? 0) + 1);
  }
  return seats;
}

async function insertBatch(
  tx: Tx,
  clock: Clock,
  given: { batch: ListedPerson[]; hashes: Map<string, string> },
  actor: Actor,
): Promise<Inserted[]> {
  const { batch, hashes } = given;
  const at = unixSeconds(clock);
  // The actor may have been suspended while the earlier ones were added.
  if (actor.kind === 'person' && !(await isAdministrator(tx, actor.mailboxId, actor.domainId)))
    throw new Failure('forbidden', 'Whoever gave the list administers this no more');
  if (actor.domainId !== null) {
    await lockDomain(tx, actor.domainId);
    const more = batch.reduce((sum, { quotaMb }) => sum + quotaMb, 0);
    await requireStorage(tx, actor.domainId, more, actor);
  }
  const names = batch.flatMap(({ email, aliases }) => [email, ...aliases].map(domainOf));
  const domains = await keepDomains(tx, [...new Set(names)]);
  const gone = names.find((name) => !domains.has(name));
  if (gone !== undefined) throw new Failure('not_found', `The domain ${gone} was deleted`);
  await requireSeats(tx, seatsOf(batch, domains));
  const inserted = await insertMailboxes(
    tx,
    batch.map(({ email, name, kind, quotaMb, passwordHash }) => ({
      domain_id: domains.get(domainOf(email)) as number,
      email,
      name,
      kind,
      password_hash: passwordHash ?? hashes.get(email) ?? null,
      enable_smtp: true,
      enable_drive: true,
      quota_mb: quotaMb,
      created_at: at,
    })),
  );
  if (inserted.length === 0) return [];
  const ids = inserted.map(({ id }) => id);
  const byEmail = new Map(batch.map((person) => [person.email, person]));
  const rows = inserted.flatMap(({ id, email }) =>
    [email, ...(byEmail.get(email)?.aliases ?? [])].map((address) => ({ address, mailbox_id: id })),
  );
  const free = await insertAddressRows(tx, rows);
  const lost = rows.find(({ address }) => !free.has(address));
  if (lost) throw await addressTaken(tx, lost.address);
  await makeSystemFolders(tx, clock, ids);
  await beginDerived(tx, ids);
  await writeEntries(
    tx,
    ids.map((mailboxId) => ({ mailboxId })),
  );
  const acts = inserted.map(({ id, email, domain_id }) => ({
    target: { domainId: domain_id, name: email, mailboxId: id },
    act: 'created' as const,
    after: byEmail.get(email)?.kind ?? null,
  }));
  await recordActsOnEach(tx, { actor, at }, acts);
  return inserted;
}

/** For people without a password or a hash. */
async function giveLinks(
  tx: Tx,
  { clock, config }: ImportDeps,
  { batch, inserted }: { batch: ListedPerson[]; inserted: Inserted[] },
  actor: Actor,
): Promise<Link[]> {
  const without = new Set(
    batch
      .filter(({ password, passwordHash }) => password === null && passwordHash === null)
      .map((each) => each.email),
  );
  const linked = inserted.filter(({ email }) => without.has(email));
  const given: { mailboxId: number; email: string; link: DraftLink }[] = linked.map(({ id, email }) => ({
    mailboxId: id,
    email,
    link: draftLink(config.http.publicUrl),
  }));
  const at = unixSeconds(clock);
  await activateFirstLinks(tx, given, { at, seconds: LINK_SECONDS });
  const acts = linked.map(({ id, email, domain_id }) => ({
    target: { domainId: domain_id, name: email, mailboxId: id },
    act: 'password_link_made' as const,
  }));
  await recordActsOnEach(tx, { actor, at }, acts);
  return given.map(({ email, link }) => ({ email, link: link.address }));
}

async function hashAll({ hashPassword }: ImportDeps, batch: ListedPerson[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const waiting = batch.filter(({ password }) => password !== null);
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      hashes.set(next.email, await hashPassword(next.password as string));
    }
  };
  await Promise.all(Array.from({ length: HASHED_AT_ONCE }, work));
  return hashes;
}
