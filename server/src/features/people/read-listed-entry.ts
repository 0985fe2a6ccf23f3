import { LONGEST_PHONE, LONGEST_TITLE, tidyEntry } from '@bocau/contract/directory.ts';
import { fold } from '@bocau/contract/fold.ts';
import type { ImportReason } from '@bocau/contract/import-people.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { GivenEntry } from './change-entry.ts';

export const ENTRY_COLUMNS = ['title', 'department', 'phone', 'manager', 'hidden'] as const;
export type EntryColumn = (typeof ENTRY_COLUMNS)[number];
/** What a line says for the directory; an empty cell says nothing. */
export type ListedEntry = GivenEntry & { hidden?: boolean };

/** Headings of lists in Vietnamese, without accents. */
const HEADINGS: Record<string, string> = {
  'dia chi thu': 'email',
  'dia chi email': 'email',
  'ho ten': 'name',
  'ho va ten': 'name',
  'vai tro': 'role',
  'chuc danh': 'title',
  'chuc vu': 'title',
  'phong ban': 'department',
  'bo phan': 'department',
  'dien thoai': 'phone',
  'so dien thoai': 'phone',
  'quan ly': 'manager',
  'nguoi quan ly': 'manager',
  an: 'hidden',
};

/** The name of a column by its heading, which may be one that is not known. */
export function columnOf(heading: string): string {
  const name = heading.trim().toLowerCase();
  return HEADINGS[fold(name).replace(/\s+/g, ' ')] ?? name;
}

const YES = ['1', 'yes', 'true', 'co', 'x'];
const NO = ['0', 'no', 'false', 'khong'];

export function entryOf(value: (column: EntryColumn) => string): ListedEntry {
  const [title, department, phone] = [value('title'), value('department'), value('phone')].map(tidyEntry);
  const manager = value('manager');
  const hidden = value('hidden');
  return {
    ...(title && { title }),
    ...(department && { department }),
    ...(phone && { phone }),
    ...(manager !== '' && { manager: foldAddress(manager) }),
    ...(hidden !== '' && { hidden: YES.includes(fold(hidden)) }),
  };
}

type Problem = [boolean, EntryColumn, ImportReason, string];

/** What is wrong with a line, for whom an address says `email`. */
export function entryProblems(
  { title = '', department = '', phone = '', manager }: ListedEntry,
  email: string,
  hidden: string,
): Problem[] {
  const isBad = (text: string, longest: number) => text.length > longest || /\p{Cc}/u.test(text);
  const text = 'is too long, or has control characters';
  return [
    [isBad(title, LONGEST_TITLE), 'title', 'no_text', text],
    [isBad(department, LONGEST_TITLE), 'department', 'no_text', text],
    [isBad(phone, LONGEST_PHONE), 'phone', 'no_text', text],
    [manager === email, 'manager', 'no_manager', 'is the person’s own'],
    [
      hidden !== '' && ![...YES, ...NO].includes(fold(hidden)),
      'hidden',
      'no_switch',
      'is neither yes nor no',
    ],
  ];
}
