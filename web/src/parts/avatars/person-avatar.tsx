import type { MailAddress } from '@bocau/contract/fields.ts';
import { initialOf } from '../addresses/initial.ts';
import { shortName } from '../addresses/short-name.ts';
import { useKnownAvatar } from './known-avatars.ts';
import styles from './person-avatar.module.css';

const TONES = 6;

/**
 * The picture of a person in the user's own domain; otherwise the initial, in a colour that is fixed for the
 * person.
 */
export function PersonAvatar({ person, proven }: { person: MailAddress; proven: boolean }) {
  const picture = useKnownAvatar(person.email);
  // A stranger must not appear with a colleague's picture.
  if (picture !== null && proven) {
    return <img className={styles.avatar} src={`${picture}?width=96`} alt="" width={36} height={36} />;
  }
  return (
    <span className={styles.avatar} data-tone={toneOf(person.email)} aria-hidden>
      {initialOf(shortName(person))}
    </span>
  );
}

function toneOf(email: string): number {
  let sum = 0;
  for (const letter of email.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) as number)) % 65_521;
  return sum % TONES;
}
