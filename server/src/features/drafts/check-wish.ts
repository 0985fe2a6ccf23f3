import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import { checkNotFar } from '../../mail/messages/check-moment.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';

/** FU-19: a moment that has passed stays, as the draft may lie for long; one that no reminder can have is refused. */
export function checkWish(clock: Clock, wish: FollowUpWish | null | undefined): void {
  if (wish && 'at' in wish) checkNotFar(wish.at, unixSeconds(clock), 'follow_up.at');
}
