import type { Sender } from '@bocau/contract/fields.ts';
import { useKnownAvatar } from '../../parts/people/known-avatars.ts';
import { letterOf } from './row-words.ts';

/** A picture only of who is proven: a stranger must not be seen with a colleague's face. */
export function RowFace({ person, proven }: { person: Sender | undefined; proven: boolean }) {
  const picture = useKnownAvatar((proven && person?.email) || '');
  return picture === null ? (
    letterOf(person)
  ) : (
    <img src={`${picture}?width=96`} alt="" width={40} height={40} />
  );
}
