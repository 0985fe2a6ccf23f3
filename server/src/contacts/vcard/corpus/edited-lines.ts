import type { ContactFields } from '@bocau/contract/contacts.ts';
import { contactFields } from '@bocau/contract/contacts.ts';
import { contentLines } from '../../../platform/content-lines/content-lines.ts';
import { asUtf8 } from '../../../platform/mime/wide-text.ts';

export const fieldNames = Object.keys(contactFields.shape) as (keyof ContactFields)[];
const NAMES = ['N'];
const ORG = ['ORG'];
/** The properties that an edit of a field may change. */
export const PROPERTIES: Record<keyof ContactFields, string[]> = {
  full_name: ['FN'],
  ...{ family_name: NAMES, middle_name: NAMES, given_name: NAMES, name_prefix: NAMES, name_suffix: NAMES },
  nickname: ['NICKNAME'],
  ...{ organisation: ORG, department: ORG, title: ['TITLE', 'ROLE'] },
  emails: ['EMAIL', 'X-ABLABEL'],
  phones: ['TEL', 'X-ABLABEL'],
  addresses: ['ADR', 'X-ABLABEL', 'X-ABADR'],
  urls: ['URL', 'X-ABLABEL'],
  dates: ['X-ABDATE', 'ANNIVERSARY', 'X-ANNIVERSARY', 'X-EVOLUTION-ANNIVERSARY', 'X-ABLABEL'],
  relations: ['RELATED', 'X-ABRELATEDNAMES', 'X-ABLABEL'],
  ...{ lunar_birthday: ['X-LUNAR-BIRTHDAY'], lunar_leap: ['X-LUNAR-BIRTHDAY'] },
  ...{ birthday: ['BDAY'], notes: ['NOTE'], lists: ['CATEGORIES'] },
};

/** The lines of other properties; UTF-16 becomes UTF-8 by an edit. */
export function linesExcept(source: Buffer, properties: string[]): string[] {
  const card = asUtf8(source);
  return contentLines(card)
    .filter(({ name }) => !properties.includes(name))
    .map(({ start, end }) => card.toString('latin1', start, end))
    .sort();
}
