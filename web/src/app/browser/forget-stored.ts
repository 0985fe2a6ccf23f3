import { forgetLastList } from '../../lib/early-rows.ts';
import { removeStored } from '../../model/engine/indexed-db.ts';
import { ownerOfUnsent } from '../../model/engine/unsent-keys.ts';

/** After signing out nothing of the mailbox stays readable on this device, except what others left unfinished. */
export async function forgetStoredValues(person: string | null): Promise<void> {
  const others = (key: string) => person !== null && (ownerOfUnsent(key) ?? person) !== person;
  await forgetBut(others);
}

/** A session that ended by itself, or somebody else's that begins. Nothing that was not sent yet is lost. */
export async function forgetReadMail(): Promise<void> {
  await forgetBut((key) => ownerOfUnsent(key) !== null);
}

/** What somebody left unsent who signed out beside the sign-in of another, whose mailbox is on the device by now. */
export async function forgetUnsent(person: string): Promise<void> {
  await removeStored((key) => ownerOfUnsent(key) !== person);
}

async function forgetBut(stays: (key: string) => boolean): Promise<void> {
  forgetLastList();
  await removeStored(stays);
}
