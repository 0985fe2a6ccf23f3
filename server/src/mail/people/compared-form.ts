import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldedWords } from '../../platform/folded-words.ts';

/** The words of a person's name and address, each after a space: typed text is matched as ` lan`. */
export function comparedForm(person: MailAddress): string {
  return foldedWords(`${person.name} ${person.email}`)
    .map((word) => ` ${word}`)
    .join('');
}
