import type { DirectoryMode } from '@bocau/contract/directory.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { settleDomainTask } from '../../mail/invoice-files/invoice-task.ts';
import { wakeMergesTask } from '../../mail/outbox/sending-tasks.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Db, Tx } from '../../tables.ts';
import { lockDomain } from './accounts.store.ts';
import {
  findPersonOf,
  type LinkRuleColumns,
  notifyDrivesOf,
  readCatchAll,
  readDirectoryMode,
  readLinkRuleColumns,
  readMergesPerDay,
  readSeats,
  readStorageLimit,
  readSwitches,
  readTaxCode,
  readVerified,
  type Switches,
  writeCatchAll,
  writeDirectoryMode,
  writeLinkRules,
  writeMergesPerDay,
  writeSeats,
  writeStorageLimit,
  writeSwitches,
  writeTaxCode,
  writeVerified,
} from './domains.store.ts';
import { notifySessionsOf } from './suspend-domain.store.ts';
import { requireProvider, setSuspension } from './suspend-domain.ts';

type Domain = { id: number; name: string };

/** Absent fields stay unchanged. */
type Wanted = {
  /** In MB, the total quota that owners may assign to people of the domain; null means no limit. */
  storage?: number | null | undefined;
  /** The maximum number of people; null means no limit. */
  seats?: number | null | undefined;
  /** The catch-all: one of the domain's people who gets mail to unknown addresses; null: it is refused. */
  catchAll?: string | null | undefined;
  /** The reason of the suspension; null resumes it. */
  suspended?: string | null | undefined;
  /** Whether its owner has proven ownership. */
  verified?: boolean | undefined;
  switches?: { [Name in keyof Switches]?: boolean | undefined };
  /** What its people see of its directory. */
  directory?: DirectoryMode | undefined;
  /** The tax code of the company; null for none. */
  taxCode?: string | null | undefined;
  /** People whom one mailbox may write to by mail merges within a day; null: as the installation has it. */
  mergesPerDay?: number | null | undefined;
  /** The rules for links to people outside. */
  linkRules?: LinkRuleColumns | undefined;
};

type Change = { before: string; after: string };

/** All changes, or none. */
export async function changeDomain(
  { db, clock }: { db: Db; clock: Clock },
  domain: Domain,
  {
    storage,
    seats,
    catchAll,
    suspended,
    verified,
    directory,
    taxCode,
    mergesPerDay,
    switches = {},
    linkRules = {},
  }: Wanted,
  actor: Actor,
): Promise<void> {
  if (storage !== undefined || seats !== undefined) requireProvider(actor, 'change what a domain may have');
  if (suspended !== undefined) requireProvider(actor, 'suspend a domain');
  if (verified !== undefined) requireProvider(actor, 'say that a domain is verified');
  await inTransaction(db, async (tx) => {
    if (!(await lockDomain(tx, domain.id))) throw new Failure('not_found', 'There is no such domain');
    // Read after waiting for the row's lock: messages held by a suspension meanwhile have an earlier time.
    const at = unixSeconds(clock);
    const suspension = suspended === undefined ? null : await setSuspension(tx, domain.id, suspended, at);
    const rules = await setLinkRules(tx, domain, linkRules);
    if (suspension !== null || rules.length > 0) await notifyDrivesOf(tx, domain.id);
    const changes = [
      storage === undefined ? null : await setStorage(tx, domain, storage),
      seats === undefined ? null : await setSeats(tx, domain, seats),
      catchAll === undefined ? null : await setCatchAll(tx, domain, catchAll),
      suspension,
      verified === undefined ? null : await setVerified(tx, domain, verified),
      directory === undefined ? null : await setDirectory(tx, domain, directory),
      taxCode === undefined ? null : await setTaxCode(tx, domain, taxCode),
      mergesPerDay === undefined ? null : await setMergesPerDay(tx, domain, mergesPerDay),
      ...(await setSwitches(tx, domain.id, switches)),
      ...rules,
    ].filter((change) => change !== null);
    const acts = changes.map((change) => ({ act: 'domain_changed' as const, ...change }));
    const { id: domainId, name } = domain;
    await recordActs(tx, { domainId, name }, { actor, at }, acts);
  });
}

async function setStorage(tx: Tx, { id }: Domain, after: number | null): Promise<Change | null> {
  const before = await readStorageLimit(tx, id);
  if (before === after) return null;
  await writeStorageLimit(tx, id, after);
  return { before: `storage_mb=${before}`, after: `storage_mb=${after}` };
}

async function setSeats(tx: Tx, { id }: Domain, after: number | null): Promise<Change | null> {
  const before = await readSeats(tx, id);
  if (before === after) return null;
  await writeSeats(tx, id, after);
  return { before: `seats=${before ?? 'none'}`, after: `seats=${after ?? 'none'}` };
}

async function setVerified(tx: Tx, { id }: Domain, after: boolean): Promise<Change | null> {
  const before = await readVerified(tx, id);
  if (before === after) return null;
  await writeVerified(tx, id, after);
  await notifySessionsOf(tx, id);
  return { before: `verified=${before}`, after: `verified=${after}` };
}

async function setDirectory(tx: Tx, { id }: Domain, after: DirectoryMode): Promise<Change | null> {
  const before = await readDirectoryMode(tx, id);
  if (before === after) return null;
  await writeDirectoryMode(tx, id, after);
  return { before: `directory=${before}`, after: `directory=${after}` };
}

/** Invoices that came before are held against it by a job. */
async function setTaxCode(tx: Tx, { id }: Domain, after: string | null): Promise<Change | null> {
  const before = await readTaxCode(tx, id);
  if (before === after) return null;
  await writeTaxCode(tx, id, after);
  await addJob(tx, settleDomainTask, { domainId: id });
  return { before: `tax_code=${before ?? 'none'}`, after: `tax_code=${after ?? 'none'}` };
}

async function setMergesPerDay(tx: Tx, { id }: Domain, after: number | null): Promise<Change | null> {
  const before = await readMergesPerDay(tx, id);
  if (before === after) return null;
  await writeMergesPerDay(tx, id, after);
  await addJob(tx, wakeMergesTask, { domainId: id });
  return { before: `merges_per_day=${before ?? 'none'}`, after: `merges_per_day=${after ?? 'none'}` };
}

async function setLinkRules(tx: Tx, { id }: Domain, wanted: LinkRuleColumns): Promise<Change[]> {
  const before = await readLinkRuleColumns(tx, id);
  const after = { ...before, ...wanted };
  await writeLinkRules(tx, id, after);
  return (['outside_links', 'outside_link_days'] as const)
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ before: `${key}=${before[key] ?? 'none'}`, after: `${key}=${after[key] ?? 'none'}` }));
}

async function setCatchAll(tx: Tx, { id, name }: Domain, email: string | null): Promise<Change | null> {
  const person = email === null ? null : await findPersonOf(tx, id, foldAddress(email));
  if (person === undefined) throw refused(`is not of ${name}`);
  if (person !== null && person.deleted_at !== null) throw refused('is of somebody who was deleted');
  const before = (await readCatchAll(tx, id)) ?? null;
  const after = person?.email ?? null;
  if (before === after) return null;
  await writeCatchAll(tx, id, person?.id ?? null);
  return { before: `catch_all=${before ?? 'none'}`, after: `catch_all=${after ?? 'none'}` };
}

async function setSwitches(
  tx: Tx,
  domainId: number,
  wanted: NonNullable<Wanted['switches']>,
): Promise<Change[]> {
  const before = await readSwitches(tx, domainId);
  const names = Object.keys(before) as (keyof Switches)[];
  const changed = names.filter((name) => (wanted[name] ?? before[name]) !== before[name]);
  if (changed.length === 0) return [];
  await writeSwitches(tx, domainId, Object.fromEntries(changed.map((name) => [name, wanted[name]])));
  // What is remembered of those who signed in by their password alone is true no longer.
  if (changed.includes('require_two_step')) await notifySessionsOf(tx, domainId);
  return changed.map((name) => ({ before: `${name}=${before[name]}`, after: `${name}=${wanted[name]}` }));
}

function refused(problem: string): Failure {
  return invalidInput(`The address ${problem}`, { field: 'catch_all', problem, rule: 'invalid' });
}
