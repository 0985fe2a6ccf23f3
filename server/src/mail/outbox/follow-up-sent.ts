import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import { momentOf, shownAt } from '@bocau/contract/zoned-time.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { followUp } from '../messages/follow-up.ts';
import { readSettings } from '../settings/read-settings.ts';

const DAY_MS = 24 * 3600 * 1000;
const MORNING_MINUTE = 8 * 60;
const SATURDAY = 5;

/** FU-1: what its draft wished counts from now, when it leaves. */
export async function followUpSent(
  change: MailboxChange,
  messageId: string,
  wish: FollowUpWish,
): Promise<void> {
  const { time_zone: zone } = await readSettings(change.tx, change.mailboxId);
  await followUp(change, { messageIds: [messageId] }, reminderOf(wish, change.now, zone));
}

/**
 * FU-12: in Unix seconds. So many days after is the morning of that day, or of the Monday behind it: nobody waits for an answer
 * at night or at the weekend. A moment that has passed before the message left is one day after.
 */
export function reminderOf(wish: FollowUpWish, now: number, zone: string): number {
  if ('at' in wish) return wish.at > now ? wish.at : reminderOf({ after_days: 1 }, now, zone);
  const day = Math.floor(shownAt(now * 1000, zone) / DAY_MS) + wish.after_days;
  // 1 January 1970 was a Thursday.
  const weekday = (day + 3) % 7;
  return momentOf(weekday < SATURDAY ? day : day + 7 - weekday, MORNING_MINUTE, zone) / 1000;
}
