import type { MailAddress } from '@bocau/contract/fields.ts';
import styles from './message-avatar.module.css';
import { shortName } from './recipients.ts';

const TONES = 6;

/** The initials of a person, always in the same one of our tones. */
export function MessageAvatar({ person }: { person: MailAddress }) {
  return (
    <span className={styles.avatar} data-tone={toneOf(person.email)} aria-hidden>
      {initials(shortName(person))}
    </span>
  );
}

function toneOf(email: string): number {
  let sum = 0;
  for (const letter of email.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) as number)) % 65_521;
  return sum % TONES;
}

/** The first and the last word's: Vietnamese given names come last. */
function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = [...(words[0] ?? '?')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) as string)][0] ?? '') : '';
  return (first + last).toUpperCase();
}
