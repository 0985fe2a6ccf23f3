import { foldedWords } from '../../platform/folded-words.ts';
import { contactKey } from '../cards/derive-card.ts';
import { sortNames } from '../vcard/names.ts';
import { numberEndings } from '../vcard/phone-numbers.ts';

export type EntryFields = {
  title: string;
  department: string;
  phone: string;
  manager_mailbox_id: number | null;
};
export type EntryPerson = EntryFields & {
  mailbox_id: number;
  domain_id: number;
  name: string;
  email: string;
  hidden: boolean;
  deleted: boolean;
};
export type DerivedEntry = EntryFields & {
  mailbox_id: number;
  domain_id: number;
  listed: boolean;
  given_key: string;
  words: string[];
};

/** Between the number of the domain and a word: of what every domain shows, and of the rest. */
export const WORD_MARKS = { name: '.', detail: '+' } as const;

/** Between two numbers in one field. */
const NUMBERS = /[;,/]/;

export function deriveEntry(person: EntryPerson): DerivedEntry {
  const { mailbox_id, domain_id, name, email, hidden, deleted, ...fields } = person;
  const { title, department, phone } = fields;
  const names = sortNames({ full_name: name || email });
  const details = [
    ...foldedWords(`${title} ${department}`),
    ...phone.split(NUMBERS).flatMap((number) => numberEndings(number)),
  ];
  const marked = (words: string[], mark: string) => words.map((word) => `${domain_id}${mark}${word}`);
  return {
    ...{ mailbox_id, domain_id, ...fields, listed: !hidden && !deleted },
    // The whole name decides among those that are called the same.
    given_key: contactKey(`${names.given} ${names.family} ${name}`),
    words: [
      ...new Set([
        ...marked(foldedWords(`${name} ${email}`), WORD_MARKS.name),
        ...marked(details, WORD_MARKS.detail),
      ]),
    ],
  };
}
