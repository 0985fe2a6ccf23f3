import { type Person, SUSPENSION_KINDS } from '@bocau/contract/people.ts';
import type { Say } from '../../../i18n/say.ts';

/** That a person is suspended and, unless from everything, from what. */
export function suspensionWords(t: Say, { suspended }: Pick<Person, 'suspended'>): string {
  if (suspended.length === SUSPENSION_KINDS.length) return t('people.suspended');
  const what = suspended.map((kind) => t(`people.access.kinds.${kind}`)).join(', ');
  return `${t('people.suspended')}: ${what}`;
}
