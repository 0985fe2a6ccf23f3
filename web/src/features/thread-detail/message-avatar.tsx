import type { MailAddress } from '@bocau/contract/fields.ts';
import { initialOf } from '../../parts/addresses/initial.ts';
import styles from './message-avatar.module.css';
import { shortName } from './recipients.ts';

const TONES = 6;

/** The initial of a person, always in the same one of our tones. */
export function MessageAvatar({ person }: { person: MailAddress }) {
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
