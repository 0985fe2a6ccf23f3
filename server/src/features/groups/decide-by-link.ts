import {
  HELD_LINK_LIMIT,
  HELD_UNDO_MINUTES,
  type HeldAct,
  type HeldDecision,
  type HeldMessage,
} from '@bocau/contract/held-messages.ts';
import { isAuthorized } from '../../access/authorize.ts';
import { readForwardingKey, readOwner } from '../../mail/forwarding/forwarding.store.ts';
import { readHeld } from '../../mail/groups/held-messages.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { countAddress, countCall, type RateLimits } from '../../platform/http/rate-limit.ts';
import { decideHeld, findHeld, type GroupOfHeld } from './decide-held.ts';
import { readHeldToken } from './held-link.ts';
import { readStandingIn } from './keepers.store.ts';
import type { DecideDeps } from './manage-groups.ts';

export type LinkDeps = DecideDeps & { limits: RateLimits };
/** The token of a link, and the network address that shows it. */
type Shown = { token: string; address: string };
type Found = { group: GroupOfHeld; heldId: string; keeperId: number };

/** For so long a press is told who came before it, as the page may have been opened when the message waited. */
const TOLD_SECONDS = HELD_UNDO_MINUTES * 60;

/** What the button of a notice is about; once that is decided, the link is over. */
export async function showByLink(
  deps: LinkDeps,
  shown: Shown,
): Promise<{ group: string; message: HeldMessage }> {
  const { group, heldId } = await find(deps, shown, 0);
  return { group: group.address, message: await findHeld(deps, group.id, heldId) };
}

/** In the name of the keeper whose notice it was. */
export async function decideByLink(
  deps: LinkDeps,
  { act, ...shown }: Shown & { act: HeldAct },
): Promise<{ group: string; message: HeldDecision }> {
  const { group, heldId, keeperId } = await find(deps, shown, TOLD_SECONDS);
  const { email } = await readOwner(deps.db, keeperId);
  const { id: domainId } = group.domain;
  const actor: Actor = { kind: 'person', mailboxId: keeperId, name: email, domainId, address: shown.address };
  return { group: group.address, message: await decideHeld(deps, group, { id: heldId, act }, actor) };
}

/** Of a link that is good, of somebody who is a keeper still; no answer says which of them it is not. */
async function find(
  { db, clock, limits }: LinkDeps,
  { token, address: from }: Shown,
  toldSeconds: number,
): Promise<Found> {
  const now = unixSeconds(clock);
  const link = readHeldToken(await readForwardingKey(db), token, now);
  // Whoever guesses at the address of an office, or of a provider's gateway, locks out no keeper there.
  if (link === null) countAddress(limits, HELD_LINK_LIMIT, from);
  else countCall(limits, HELD_LINK_LIMIT, `keeper ${link.keeperId}`);
  const held = link?.works ? await readHeld(db, link.heldId) : undefined;
  const isOver = held !== undefined && held.decided_at !== null && held.decided_at + toldSeconds <= now;
  const standing =
    link && held && !isOver ? await readStandingIn(db, link.keeperId, held.groupId) : undefined;
  if (!link || !standing || !isAuthorized(standing, 'keep_group', null)) {
    throw new Failure('held_link_expired', 'This link does not work, or no longer');
  }
  const { groupId: id, address, domain } = standing;
  return { group: { id, address, domain }, heldId: link.heldId, keeperId: link.keeperId };
}
