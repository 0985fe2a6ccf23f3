import { MOST_GROUP_MEMBERS } from '@bocau/contract/groups.ts';
import { resumeOutside } from '../../mail/groups/groups.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import * as store from './groups.store.ts';
import * as manage from './manage-groups.ts';

/** How many groups may lie one in another. */
const MOST_LEVELS = 10;

/** All of them or none. Those who are in it already stay as they are, but are suspended no more. */
export async function addMembers(
  deps: manage.GroupDeps,
  domain: manage.DomainOfGroups,
  address: string,
  emails: string[],
  actor: Actor,
): Promise<void> {
  const addresses = manage.readAddresses(emails, 'emails');
  await inTransaction(deps.db, async (tx) => {
    const at = await manage.begin(deps, tx, domain);
    const group = await manage.findGroup(tx, domain, address);
    const members = await store.findKnown(tx, domain, addresses);
    const nobody = members.find(
      (known) =>
        known.person_id === null &&
        known.member_group_id === null &&
        known.address.endsWith(`@${domain.name}`),
    );
    if (nobody) throw manage.refused('emails', `names nobody of ${domain.name}: ${nobody.address}`);
    await requireNesting(tx, group, members);
    const added = await store.insertMembers(tx, group.id, members, at);
    if (group.members + added.length > MOST_GROUP_MEMBERS) {
      throw manage.refused('emails', `would make more than ${MOST_GROUP_MEMBERS} members`);
    }
    const resumed = await resumeOutside(tx, group.id, addresses);
    await manage.record(tx, { domain, address: group.email }, { actor, at }, [
      ...added.map((member) => ({ act: 'group_member_added' as const, after: member })),
      ...resumed.map((member) => ({ act: 'group_changed' as const, before: `suspended=${member}` })),
    ]);
  });
}

export async function removeMember(
  deps: manage.GroupDeps,
  domain: manage.DomainOfGroups,
  { address, member }: { address: string; member: string },
  actor: Actor,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = await manage.begin(deps, tx, domain);
    const group = await manage.findGroup(tx, domain, address);
    const removed = await store.deleteMember(tx, group.id, foldAddress(member));
    if (removed === undefined) throw new Failure('not_found', 'Nobody in the group has this address');
    await manage.record(tx, { domain, address: group.email }, { actor, at }, [
      { act: 'group_member_removed', before: removed },
    ]);
  });
}

async function requireNesting(tx: Tx, group: store.GroupRow, members: store.Known[]): Promise<void> {
  const groups = members.flatMap(({ member_group_id: id }) => (id === null ? [] : [id]));
  if (groups.length === 0) return;
  const { levels, circle } = await store.readNesting(tx, group.id, groups, MOST_LEVELS);
  if (circle) throw manage.refused('emails', `would make ${group.email} a member of itself`);
  if (levels > MOST_LEVELS) {
    throw manage.refused('emails', `would put more than ${MOST_LEVELS} groups one in another`);
  }
}
