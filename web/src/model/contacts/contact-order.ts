import { fold } from '@bocau/contract/fold.ts';
import type { ContactPlace } from './contact-place.ts';
import type { Contact } from './contacts-noun.ts';

type Compare = (one: Contact, other: Contact) => number;

/**
 * The server's order as far as a row tells it: its keys come from the parts of the name. A row that is placed
 * by this has its list fetched again.
 */
export function compareIn({ list, order }: ContactPlace): Compare {
  if (list.kind === 'trash')
    return (one, other) => (other.trashed_at ?? 0) - (one.trashed_at ?? 0) || byText(other.id, one.id);
  const key = (row: Contact) => keyOf(order === 'given' ? givenFirst(row) : row.name);
  return (one, other) => byText(key(one), key(other)) || byText(one.id, other.id);
}

/** "Nguyễn Thị Lan Anh" as "anh nguyen thi lan" where it is listed under A, as Vietnamese names are. */
function givenFirst({ name, letter }: Contact): string {
  const words = name.split(/\s+/);
  const last = words.at(-1) ?? '';
  return keyOf(last).startsWith(keyOf(letter)) ? [last, ...words.slice(0, -1)].join(' ') : name;
}

/** Without accents, but with Đ as a letter of its own after D; `~` comes after every letter. */
function keyOf(name: string): string {
  return fold(name.replace(/[Đđ]/g, 'd~'));
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The insertion index of a row in sorted rows. */
export function indexFor(rows: readonly Contact[], row: Contact, compare: Compare): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(rows[middle] as Contact, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
