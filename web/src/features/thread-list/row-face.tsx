import type { Thread } from '@bocau/contract/threads.ts';
import { useKnownAvatar } from '../../parts/avatars/known-avatars.ts';
import { facedOf, letterOf, namesRecipients, peopleOf } from './row-words.ts';

/** A picture only of who is proven: a stranger must not be seen with a colleague's face. */
export function RowFace({ thread, own }: { thread: Thread; own: ReadonlySet<string> }) {
  const person = facedOf(peopleOf(thread), own);
  // Whom one writes to is who the address says.
  const isProven = namesRecipients(thread.mailbox_name) || person?.proven;
  const picture = useKnownAvatar((isProven && person?.email) || '');
  return picture === null ? (
    letterOf(person)
  ) : (
    <img src={`${picture}?width=96`} alt="" width={40} height={40} />
  );
}
