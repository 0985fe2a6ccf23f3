import { isValidAddress } from '@bocau/contract/address.ts';
import type { GroupWriters } from '@bocau/contract/groups.ts';
import type { AdministeredDomain } from '../../identity/administration/administered-domain.store.ts';
import { beginDomainChange } from '../../identity/administration/administered-domain.ts';
import { type RecordedAct, recordActs } from '../../identity/administration/record-acts.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import type { Db, Tx } from '../../tables.ts';
import * as store from './groups.store.ts';
import { readAllowed, readKeepers, replaceAllowed, replaceKeepers } from './keepers.store.ts';

export type GroupDeps = { db: Db; clock: Clock };
export type DecideDeps = GroupDeps & { metrics: Pick<Metrics, 'groupMessages'> };
type Settings = { name: string; writers: GroupWriters; named: string[] };
/** Some of it is for owners alone: the keepers, and who joins, leaves and sees the members. */
type Changed = Settings &
  Pick<store.GroupRow, 'strangers' | 'joining' | 'leaving' | 'seen_by'> & {
    allowed: string[];
    keepers: string[];
  };
export type GroupChanges = { [Key in keyof Changed]?: Changed[Key] | undefined };

/** It stands in List-Id, and everything behind a `+` is a tag. */
const LOCAL_PART = /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/;

/** Adds a group without members; its address may be nobody's. */
export async function addGroup(
  deps: GroupDeps,
  domain: AdministeredDomain,
  { local, writers, named, ...given }: Settings & { local: string },
  actor: Actor,
): Promise<string> {
  const address = foldAddress(`${local}@${domain.name}`);
  if (!LOCAL_PART.test(local.toLowerCase()) || !isValidAddress(address)) {
    throw refused('local', 'has other characters than letters, digits, dot, hyphen and underscore');
  }
  const name = tidyName(given.name);
  const writersNamed = readAddresses(named, 'named');
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const group = { domain_id: domain.id, address, name, writers, created_at: at };
    const id = await store.insertGroup(tx, group);
    if (id === undefined) throw new Failure('already_exists', `The address ${address} is taken`);
    await store.replaceNamedWriters(tx, id, writersNamed);
    await record(tx, { domain, address }, { actor, at }, [
      { act: 'group_added', after: `writers=${writers}` },
      ...listChange('named', [], writersNamed),
    ]);
  });
  return address;
}

/** Absent fields stay unchanged. */
export async function changeGroup(
  deps: GroupDeps,
  domain: AdministeredDomain,
  address: string,
  wanted: GroupChanges,
  actor: Actor,
): Promise<void> {
  const lists = {
    named: wanted.named && readAddresses(wanted.named, 'named'),
    allowed: wanted.allowed && readAddresses(wanted.allowed, 'allowed'),
    keepers: wanted.keepers && readAddresses(wanted.keepers, 'keepers'),
  };
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const group = await findGroup(tx, domain, address);
    const acts: RecordedAct[] = [];
    for (const key of ['name', 'writers', 'strangers', 'joining', 'leaving', 'seen_by'] as const) {
      const after = key === 'name' && wanted.name !== undefined ? tidyName(wanted.name) : wanted[key];
      if (after === undefined || after === group[key]) continue;
      await store.updateGroup(tx, group.id, { [key]: after });
      acts.push({ act: 'group_changed', before: `${key}=${group[key]}`, after: `${key}=${after}` });
    }
    if (lists.named !== undefined) {
      acts.push(...listChange('named', await store.readNamedWriters(tx, group.id), lists.named));
      await store.replaceNamedWriters(tx, group.id, lists.named);
    }
    if (lists.allowed !== undefined) {
      acts.push(...listChange('allowed', await readAllowed(tx, group.id), lists.allowed));
      await replaceAllowed(tx, group.id, lists.allowed);
    }
    if (lists.keepers !== undefined) {
      acts.push(...(await changeKeepers(tx, { id: group.id, domain }, lists.keepers, at)));
    }
    await record(tx, { domain, address: group.email }, { actor, at }, acts);
  });
}

async function changeKeepers(
  tx: Tx,
  { id, domain }: { id: number; domain: AdministeredDomain },
  addresses: string[],
  at: number,
): Promise<RecordedAct[]> {
  const emailsOf = async () => (await readKeepers(tx, id)).map(({ email }) => email);
  const before = await emailsOf();
  const [nobody] = await replaceKeepers(tx, { id, domainId: domain.id }, addresses, at);
  if (nobody !== undefined) throw refused('keepers', `names nobody of ${domain.name}: ${nobody}`);
  const after = await emailsOf();
  return [
    ...before
      .filter((email) => !after.includes(email))
      .map((email) => ({ act: 'group_keeper_removed' as const, before: email })),
    ...after
      .filter((email) => !before.includes(email))
      .map((email) => ({ act: 'group_keeper_added' as const, after: email })),
  ];
}

export async function deleteGroup(
  deps: GroupDeps,
  domain: AdministeredDomain,
  address: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const group = await findGroup(tx, domain, address);
    await store.deleteGroupRow(tx, group.id);
    await record(tx, { domain, address: group.email }, { actor, at }, [{ act: 'group_deleted' }]);
  });
}

export async function findGroup(
  tx: Tx,
  domain: AdministeredDomain,
  address: string,
): Promise<store.GroupRow> {
  const group = await store.readGroup(tx, domain.id, foldAddress(address));
  if (!group) throw new Failure('not_found', 'There is no such group');
  return group;
}

export function record(
  tx: Tx,
  { domain, address }: { domain: AdministeredDomain; address: string },
  by: { actor: Actor; at: number },
  acts: RecordedAct[],
): Promise<void> {
  return recordActs(tx, { domainId: domain.id, name: address }, by, acts);
}

/** One line, without characters that nobody sees or that turn the direction of writing: it stands in From of copies. */
function tidyName(name: string): string {
  return withoutHidden(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).text.trim();
}

/** As addresses are compared, each once. */
export function readAddresses(emails: string[], field: string): string[] {
  for (const email of emails) {
    if (!isValidAddress(foldAddress(email))) throw refused(field, `has no mail address: ${email}`);
  }
  return [...new Set(emails.map(foldAddress))];
}

export function refused(field: string, problem: string): Failure {
  return invalidInput(`The field ${field} ${problem}`, { field, problem, rule: 'invalid' });
}

function listChange(name: string, before: string[], after: string[]): RecordedAct[] {
  const textOf = (addresses: string[]) => `${name}=${addresses.join(' ')}`;
  if (textOf(before) === textOf(after)) return [];
  return [{ act: 'group_changed', before: textOf(before), after: textOf(after) }];
}
