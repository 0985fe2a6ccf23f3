import { MOST_GROUP_MEMBERS } from '@bocau/contract/groups.ts';
import { authorize, isAuthorized } from '../../access/authorize.ts';
import { beginDomainChange } from '../../identity/administration/administered-domain.ts';
import { lockHolding } from '../../mail/groups/held-messages.store.ts';
import { scheduleNotice } from '../../mail/groups/hold-for-group.ts';
import type { Actor } from '../../platform/caller.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import * as groups from './groups.store.ts';
import { deletePerson, deleteRequest, insertRequest, readRequests } from './join-groups.store.ts';
import type { Standing } from './keepers.store.ts';
import { findGroup, type GroupDeps, record, refused } from './manage-groups.ts';

type Person = Extract<Actor, { kind: 'person' }>;

/** Joins at once where the group is open to its domain, and else asks the keepers. Who is in it stays so. */
export async function join(deps: GroupDeps, standing: Standing, actor: Person): Promise<void> {
  authorize(standing, 'join_group', standing);
  const isOpen = standing.joining === 'everyone' || isAuthorized(standing, 'keep_group', null);
  if (standing.member) return;
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, standing.domain);
    if (isOpen) {
      await insert(tx, standing, { id: actor.mailboxId, email: actor.name }, { actor, at });
      return;
    }
    if (!(await insertRequest(tx, standing.groupId, actor.mailboxId, at))) return;
    const locked = await lockHolding(tx, standing.groupId);
    if (locked) await scheduleNotice(tx, standing.groupId, locked.toldAt, at);
  });
}

/** Leaves, or takes back the request. */
export async function leave(deps: GroupDeps, standing: Standing, actor: Person): Promise<void> {
  const { groupId, domain, address } = standing;
  if (standing.member) authorize(standing, 'leave_group', standing);
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const asked = await deleteRequest(tx, groupId, actor.mailboxId);
    const left = standing.member ? await deletePerson(tx, groupId, actor.mailboxId) : undefined;
    if (left !== undefined) {
      await record(tx, { domain, address }, { actor, at }, [{ act: 'group_member_removed', before: left }]);
    } else if (!asked) {
      throw new Failure('not_found', 'You are no member of this group');
    }
  });
}

/** The first keeper who answers decides. */
export async function answerRequest(
  deps: GroupDeps,
  standing: Standing,
  { person, accept }: { person: string; accept: boolean },
  actor: Actor,
): Promise<void> {
  const { groupId, domain, address } = standing;
  await inTransaction(deps.db, async (tx) => {
    const at = await beginDomainChange(deps, tx, domain);
    const asker = (await readRequests(tx, groupId)).find(({ email }) => email === person);
    if (!asker) throw new Failure('not_found', 'Nobody with this address asks to join');
    await deleteRequest(tx, groupId, asker.personId);
    if (accept) {
      await insert(tx, standing, { id: asker.personId, email: asker.email }, { actor, at });
    } else {
      const acts = [{ act: 'group_request_refused' as const, before: asker.email }];
      await record(tx, { domain, address }, { actor, at }, acts);
    }
  });
}

async function insert(
  tx: Tx,
  { groupId, domain, address }: Standing,
  person: { id: number; email: string },
  by: { actor: Actor; at: number },
): Promise<void> {
  const member = { address: person.email, person_id: person.id, member_group_id: null };
  const [added] = await groups.insertMembers(tx, groupId, [member], by.at);
  if (added === undefined) return;
  await deleteRequest(tx, groupId, person.id);
  if ((await findGroup(tx, domain, address)).members > MOST_GROUP_MEMBERS) {
    throw refused('group', `would have more than ${MOST_GROUP_MEMBERS} members`);
  }
  await record(tx, { domain, address }, by, [{ act: 'group_member_added', after: added }]);
}
