import type { Gender, Profile } from '@bocau/contract/profile.ts';
import { writeEntries } from '../../contacts/directory/write-entries.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { Failure } from '../../platform/failure.ts';
import { readProfileRow, updateProfile } from './profile.store.ts';

type Given = { fullname: string; birth_date: string | null; gender: Gender | null };

/** A day ahead of UTC: in every time zone the local day has begun by then. */
const DAY_MS = 24 * 3600 * 1000;

/** The name is also the sender name, unless a sender has its own: every open page reloads it. */
export async function saveProfile(deps: ChangeDeps, mailboxId: number, given: Given): Promise<Profile> {
  const latest = new Date(deps.clock.now() + DAY_MS).toISOString().slice(0, 10);
  if (given.birth_date !== null && given.birth_date > latest) {
    const fields = [{ field: 'birth_date', problem: 'is in the future', rule: 'too_large' }];
    throw new Failure('invalid_input', 'The body can’t be used: birth_date is in the future', {
      details: { part: 'body', fields },
    });
  }
  return changeMailbox(deps, mailboxId, async ({ tx, journal, folders }) => {
    await updateProfile(tx, mailboxId, given);
    await writeEntries(tx, [{ mailboxId }]);
    journal('settings', folders.INBOX);
    return readProfileRow(tx, mailboxId);
  });
}
