import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import { workingMorning } from '@bocau/contract/working-morning.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { followUp } from '../messages/follow-up.ts';
import { readSettings } from '../settings/read-settings.ts';

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
  return workingMorning(now, wish.after_days, zone);
}
