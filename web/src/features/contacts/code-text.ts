import type { ContactCard } from '@bocau/contract/contacts.ts';

/** More would make a code that cameras do not read from a screen. */
const MOST_BYTES = 900;

const escaped = (words: string) => words.replace(/([\\,;])/g, '\\$1').replace(/\r?\n/g, '\\n');

/** A short vCard: what a phone needs to know of a person, as far as a code holds it. */
export function codeTextOf({
  name,
  fields,
  numbers,
}: Pick<ContactCard, 'name' | 'fields' | 'numbers'>): string {
  const { family_name, given_name, middle_name, organisation, title, emails, phones } = fields;
  const needed = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${[family_name, given_name || (family_name ? '' : name), middle_name].map(escaped).join(';')};;`,
    `FN:${escaped(name)}`,
  ];
  const more = [
    ...phones.map(({ value }, at) => `TEL:${escaped(numbers[at] ?? value)}`),
    ...(organisation ? [`ORG:${escaped(organisation)}`] : []),
    ...(title ? [`TITLE:${escaped(title)}`] : []),
    ...emails.map(({ value }) => `EMAIL:${escaped(value)}`),
  ];
  const bytes = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n')).length;
  const lines = [...needed];
  for (const line of more) if (bytes([...lines, line]) <= MOST_BYTES) lines.push(line);
  return [...lines, 'END:VCARD'].join('\r\n');
}
