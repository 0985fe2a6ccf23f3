import { MOST_ALLOWED_WRITERS, MOST_GROUP_MEMBERS } from '@bocau/contract/groups.ts';
import type { AdministeredDomain } from '../../identity/administration/administered-domain.store.ts';
import { beginDomainChange } from '../../identity/administration/administered-domain.ts';
import { readGroupAddress, resumeOutside } from '../../mail/groups/groups.store.ts';
import { insertAllowed } from '../../mail/groups/held-messages.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import * as store from './groups.store.ts';
import { deleteAllowed, readKeptOf } from './keepers.store.ts';
import * as manage from './manage-groups.ts';

/** How many groups may lie one in another. */
const MOST_LEVELS = 10;

/**
 * All of them or none. Those who are in it already stay as they are, but are suspended no more. A keeper, other than an
 * owner or a provider (null), adds only such groups as they keep: another one is as good as not there. A group that was
 * added with a right over it takes mail by this one from then on, whoever wrote it.
 */
export async function addMembers(
  deps: manage.GroupDeps,
  domain: AdministeredDomain,
  address: string,
  emails: string[],
  actor: Actor,
  keeperId: number | null = null,
): Promise<void> {
  const addresses = manage.readAddresses(emails, 'emails');
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const group = await manage.findGroup(tx, domain, address);
    const members = await store.findKnown(tx, domain, addresses);
    const groups = members.flatMap(({ member_group_id: id }) => (id === null ? [] : [id]));
    const kept = keeperId === null ? groups : await readKeptOf(tx, keeperId, groups);
    const nobody = members.find(({ address: known, person_id, member_group_id: id }) =>
      id === null ? person_id === null && known.endsWith(`@${domain.name}`) : !kept.includes(id),
    );
    if (nobody) throw manage.refused('emails', `names nobody of ${domain.name}: ${nobody.address}`);
    await requireNesting(tx, group, groups);
    const added = await store.insertMembers(tx, group.id, members, at);
    if (group.members + added.length > MOST_GROUP_MEMBERS) {
      throw manage.refused('emails', `would make more than ${MOST_GROUP_MEMBERS} members`);
    }
    const letting = await letThrough(tx, group, groups);
    const resumed = await resumeOutside(tx, group.id, addresses);
    await manage.record(tx, { domain, address: group.email }, { actor, at }, [
      ...added.map((member) => ({ act: 'group_member_added' as const, after: member })),
      ...resumed.map((member) => ({ act: 'group_changed' as const, before: `suspended=${member}` })),
    ]);
    for (const child of letting) {
      await manage.record(tx, { domain, address: child }, { actor, at }, [
        { act: 'group_writer_allowed', after: group.email },
      ]);
    }
  });
}

export async function removeMember(
  deps: manage.GroupDeps,
  domain: AdministeredDomain,
  { address, member }: { address: string; member: string },
  actor: Actor,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const group = await manage.findGroup(tx, domain, address);
    const removed = await store.deleteMember(tx, group.id, foldAddress(member));
    if (removed?.groupId) await deleteAllowed(tx, removed.groupId, group.email);
    if (removed === undefined) throw new Failure('not_found', 'Nobody in the group has this address');
    await manage.record(tx, { domain, address: group.email }, { actor, at }, [
      { act: 'group_member_removed', before: removed.address },
    ]);
  });
}

/** Mail by the group passes these ones' own rules of writers; the addresses of those where it did not before. */
async function letThrough(tx: Tx, group: store.GroupRow, groups: number[]): Promise<string[]> {
  const letting: string[] = [];
  for (const id of groups) {
    const { isNew, isAllowed } = await insertAllowed(tx, id, group.email, MOST_ALLOWED_WRITERS);
    const address = isAllowed ? await readGroupAddress(tx, id) : undefined;
    if (address === undefined) throw manage.refused('emails', 'has a group that may allow no more writers');
    if (isNew) letting.push(address);
  }
  return letting;
}

async function requireNesting(tx: Tx, group: store.GroupRow, groups: number[]): Promise<void> {
  if (groups.length === 0) return;
  const { levels, circle } = await store.readNesting(tx, group.id, groups, MOST_LEVELS);
  if (circle) throw manage.refused('emails', `would make ${group.email} a member of itself`);
  if (levels > MOST_LEVELS) {
    throw manage.refused('emails', `would put more than ${MOST_LEVELS} groups one in another`);
  }
}
