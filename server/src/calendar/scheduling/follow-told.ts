import type { CalendarChange } from '../change-calendar.ts';
import { readOwed, writeTold } from './owed.store.ts';

/**
 * CL-438: what comes from the other side while a change is still to be told is applied to what they know of the object too: an
 * answer counts where that change is taken back, and the same answer as before is told where they have asked again. Returns
 * what they know then; null where nothing is to be told, or is being told as it was taken.
 */
export async function followTold(
  { tx, mailboxId }: Pick<CalendarChange, 'tx' | 'mailboxId'>,
  objectId: string,
  apply: (told: Buffer) => Buffer | null,
): Promise<Buffer | null> {
  const owed = await readOwed(tx, mailboxId, objectId);
  if (!owed || owed.told === null || owed.taken !== null) return null;
  const told = apply(owed.told);
  if (told) await writeTold(tx, mailboxId, objectId, told);
  return told ?? owed.told;
}
