import type { ContactFields } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { tidyDay } from './days.ts';
import { tidyLabel } from './labels.ts';
import { tidyLine, tidyNotes } from './tidy-text.ts';

const ZIP_LENGTH = 30;

type Labelled = { label: string; value: string };
type Address = ContactFields['addresses'][number];

/** The fields as a card can say them: a text that nothing is left of is no entry. */
export function tidyFields(fields: Partial<ContactFields>): Partial<ContactFields> {
  const tidied: Partial<ContactFields> = {};
  for (const name of Object.keys(fields) as (keyof ContactFields)[]) tidyField(fields, tidied, name);
  return tidied;
}

function tidyField(
  from: Partial<ContactFields>,
  to: Partial<ContactFields>,
  name: keyof ContactFields,
): void {
  if (from[name] === undefined) return;
  switch (name) {
    case 'emails':
    case 'phones':
    case 'urls':
    case 'relations':
      to[name] = entries(from[name] ?? [], tidyLabelled);
      return;
    case 'dates':
      to.dates = entries(from.dates ?? [], ({ label, value }) => {
        const day = tidyDay(value);
        return day === null ? null : { label: tidyLabel(label), value: day };
      });
      return;
    case 'addresses':
      to.addresses = entries(from.addresses ?? [], tidyAddress);
      return;
    case 'lists':
      to.lists = tidyLists(from.lists ?? []);
      return;
    case 'notes':
      to.notes = tidyNotes(from.notes ?? '');
      return;
    case 'birthday':
      to.birthday = tidyDay(from.birthday ?? '');
      return;
    case 'lunar_birthday':
      to.lunar_birthday = from.lunar_birthday === true;
      return;
    case 'lunar_leap':
      to.lunar_leap = from.lunar_leap === true;
      return;
    default:
      to[name] = tidyLine(from[name] ?? '');
  }
}

function entries<T>(all: T[], tidy: (entry: T) => T | null): T[] {
  return all
    .map(tidy)
    .filter((entry) => entry !== null)
    .slice(0, LIMITS.contactEntries);
}

export function tidyLabelled({ label, value }: Labelled): Labelled | null {
  const text = tidyLine(value);
  return text === '' ? null : { label: tidyLabel(label), value: text };
}

export function tidyAddress(address: Address): Address | null {
  const tidied: Address = {
    label: tidyLabel(address.label),
    street: tidyLine(address.street),
    ward: tidyLine(address.ward),
    province: tidyLine(address.province),
    postal_code: tidyLine(address.postal_code, ZIP_LENGTH),
    country: tidyLine(address.country),
  };
  const { label: _, ...parts } = tidied;
  return Object.values(parts).every((part) => part === '') ? null : tidied;
}

export function tidyLists(names: string[]): string[] {
  const tidied = names.map((name) => tidyLine(name, LIMITS.contactListNameLength));
  return [...new Set(tidied.filter((name) => name !== ''))].slice(0, LIMITS.contactEntries);
}
