import type { HeldAct, HeldDecision, HeldMessage } from '@bocau/contract/held-messages.ts';
import { isAuthorized } from '../../access/authorize.ts';
import { readForwardingKey, readOwner } from '../../mail/forwarding/forwarding.store.ts';
import { readHeld } from '../../mail/groups/held-messages.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { decideHeld, findHeld, type GroupOfHeld } from './decide-held.ts';
import { readHeldToken } from './held-link.ts';
import { readStandingIn } from './keepers.store.ts';
import type { GroupDeps } from './manage-groups.ts';

export type LinkDeps = GroupDeps;
type Found = { group: GroupOfHeld; heldId: string; keeperId: number };

/** What the button of a notice is about. */
export async function showByLink(
  deps: LinkDeps,
  token: string,
): Promise<{ group: string; message: HeldMessage }> {
  const { group, heldId } = await find(deps, token);
  return { group: group.address, message: await findHeld(deps, group.id, heldId) };
}

/** In the name of the keeper whose notice it was. */
export async function decideByLink(
  deps: LinkDeps,
  { token, act }: { token: string; act: HeldAct },
  address: string,
): Promise<{ group: string; message: HeldDecision }> {
  const { group, heldId, keeperId } = await find(deps, token);
  const { email } = await readOwner(deps.db, keeperId);
  const { id: domainId } = group.domain;
  const actor: Actor = { kind: 'person', mailboxId: keeperId, name: email, domainId, address };
  return { group: group.address, message: await decideHeld(deps, group, { id: heldId, act }, actor) };
}

/** Of a link that is good, of somebody who is a keeper still; no answer says which of them it is not. */
async function find({ db, clock }: LinkDeps, token: string): Promise<Found> {
  const link = readHeldToken(await readForwardingKey(db), token, unixSeconds(clock));
  const held = link === null ? undefined : await readHeld(db, link.heldId);
  const standing = link && held ? await readStandingIn(db, link.keeperId, held.groupId) : undefined;
  if (!link || !standing || !isAuthorized(standing, 'keep_group', null)) {
    throw new Failure('held_link_expired', 'This link does not work, or no longer');
  }
  const { groupId: id, address, domain } = standing;
  return { group: { id, address, domain }, ...link };
}
