import { invalidInput } from '../platform/failure.ts';
import { withoutHidden } from '../platform/mime/hidden-characters.ts';

/** Letters, digits and signs; the blank of Braille counts as a sign, and shows nothing. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;
const BLANK = /\u2800/g;

/** The name of a calendar or book as it is kept, without hidden characters; empty where nothing of it would be seen. */
export function visibleName(given: string): string {
  const name = withoutHidden(given.normalize('NFC')).text.trim();
  return SHOWN.test(name.replace(BLANK, '')) ? name : '';
}

/** The same of a name that a person types, which has to be seen. */
export function collectionName(given: string): string {
  const name = visibleName(given);
  if (name !== '') return name;
  throw invalidInput('A name needs something that is seen', {
    ...{ field: 'name', problem: 'has nothing that is seen', rule: 'missing' },
  });
}
