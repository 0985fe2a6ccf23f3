import type { Thread } from '@bocau/contract/threads.ts';
import { useKnownAvatar } from '../../parts/avatars/known-avatars.ts';
import { facedOf, letterOf, namesRecipients, peopleOf } from './row-words.ts';

/** A picture only for authenticated senders: a stranger must not appear with a colleague's face. */
export function RowFace({ thread, own }: { thread: Thread; own: ReadonlySet<string> }) {
  const person = facedOf(peopleOf(thread), own);
  // A recipient's address was chosen by the user, so it needs no proof.
  const isProven = namesRecipients(thread.mailbox_name) || person?.proven;
  const picture = useKnownAvatar((isProven && person?.email) || '');
  return picture === null ? (
    letterOf(person)
  ) : (
    <img src={`${picture}?width=96`} alt="" width={40} height={40} />
  );
}
