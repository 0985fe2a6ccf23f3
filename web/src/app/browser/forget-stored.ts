import { forgetLastList } from '../../lib/early-rows.ts';
import { removeStored } from '../../model/engine/indexed-db.ts';
import { ownerOfUnsent } from '../../model/engine/unsent-keys.ts';

/**
 * Signing out: nothing of the mailbox stays readable on this device; only other people's unsent work is kept.
 */
export async function forgetStoredValues(person: string | null): Promise<void> {
  const others = (key: string) => person !== null && (ownerOfUnsent(key) ?? person) !== person;
  await forgetBut(others);
}

/** The session ended by itself, or someone else's begins: cached mail is removed, unsent work is kept. */
export async function forgetReadMail(): Promise<void> {
  await forgetBut((key) => ownerOfUnsent(key) !== null);
}

/**
 * Removes the unsent work of a user who signs out after someone else has signed in, whose mailbox is now on
 * the device.
 */
export async function forgetUnsent(person: string): Promise<void> {
  await removeStored((key) => ownerOfUnsent(key) !== person);
}

async function forgetBut(stays: (key: string) => boolean): Promise<void> {
  forgetLastList();
  await removeStored(stays);
}
