import { writeOperator } from '@bocau/contract/typed-search.ts';
import type { Language } from '../../i18n/i18n.ts';
import { addressOf } from './list-address.ts';

/** The address of the search for all mail to and from somebody. */
export function mailWithAddress(email: string, language: Language): string {
  const operator = writeOperator({ kind: 'text', field: 'with', text: email }, language);
  return addressOf({ kind: 'search', terms: { q: operator ?? email } });
}
