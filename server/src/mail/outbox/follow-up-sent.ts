import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import { momentOf, shownAt } from '@bocau/contract/zoned-time.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { followUp } from '../messages/follow-up.ts';
import { readSettings } from '../settings/read-settings.ts';

const DAY_MS = 24 * 3600 * 1000;

/** FU-1: what its draft wished counts from now, when it leaves. */
export async function followUpSent(
  change: MailboxChange,
  messageId: string,
  wish: FollowUpWish,
): Promise<void> {
  const { time_zone: zone } = await readSettings(change.tx, change.mailboxId);
  await followUp(change, { messageIds: [messageId] }, reminderOf(wish, change.now, zone));
}

/** In Unix seconds. A moment that has passed before the message left is one day after. */
export function reminderOf(wish: FollowUpWish, now: number, zone: string): number {
  if ('at' in wish) return wish.at > now ? wish.at : reminderOf({ after_days: 1 }, now, zone);
  const shown = shownAt(now * 1000, zone);
  const day = Math.floor(shown / DAY_MS);
  const minute = Math.floor((shown - day * DAY_MS) / 60_000);
  return momentOf(day + wish.after_days, minute, zone) / 1000 + (now % 60);
}
