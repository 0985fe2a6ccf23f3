import type { ContactFields } from '@bocau/contract/contacts.ts';

export type NameParts = Pick<ContactFields, 'family_name' | 'middle_name' | 'given_name'>;

/** Of a name that is typed as a whole: the server splits it, which knows the surnames of Vietnam. */
export const NO_PARTS: NameParts = { family_name: '', middle_name: '', given_name: '' };

/** The whole name when a part is typed: in the order that it had. One written in its own way stays as it is. */
export function nameWithParts(before: NameParts & { full_name: string }, parts: NameParts): string {
  const name = before.full_name.trim();
  if (name === '' || name === familyFirst(before)) return familyFirst(parts);
  return name === givenFirst(before) ? givenFirst(parts) : before.full_name;
}

function familyFirst({ family_name, middle_name, given_name }: NameParts): string {
  return joined([family_name, middle_name, given_name]);
}

function givenFirst({ family_name, middle_name, given_name }: NameParts): string {
  return joined([given_name, middle_name, family_name]);
}

function joined(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}
