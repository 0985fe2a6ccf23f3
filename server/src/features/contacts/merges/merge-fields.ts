import type { ContactFields } from '@bocau/contract/contacts.ts';
import { fold } from '@bocau/contract/fold.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { toE164 } from '../../../contacts/vcard/phone-numbers.ts';

type Entry = { label: string; value: string };

/** Names and texts are the first card's, where it has them, and those of the others go into the notes; addresses, numbers and lists are those of all. */
export function mergeFields([first, ...others]: [ContactFields, ...ContactFields[]]): ContactFields {
  const all = [first, ...others];
  const text = (name: TextField) => all.map((fields) => fields[name]).find((value) => value !== '') ?? '';
  const named = all.find(({ full_name }) => full_name !== '') ?? first;
  const entries = (name: EntryField, keyOf: (entry: Entry) => string) =>
    unique(
      all.flatMap((fields) => fields[name] as Entry[]),
      keyOf,
    );
  const byText = ({ value }: Entry) => fold(value);
  const { full_name, family_name, middle_name, given_name, name_prefix, name_suffix } = named;
  return {
    // The parts of a name are those of one person.
    ...{ full_name, family_name, middle_name, given_name, name_prefix, name_suffix },
    nickname: text('nickname'),
    organisation: text('organisation'),
    department: text('department'),
    title: text('title'),
    emails: entries('emails', byText),
    phones: entries('phones', ({ value }) => toE164(value) ?? value.replace(/\D/g, '')),
    urls: entries('urls', byText),
    relations: entries('relations', byText),
    dates: unique(
      all.flatMap(({ dates }) => dates),
      ({ label, value }) => `${label} ${value}`,
    ),
    addresses: unique(
      all.flatMap(({ addresses }) => addresses),
      ({ street, ward, province }) => fold(`${street} ${ward} ${province}`),
    ),
    ...birthdayOf(all),
    notes: unique(
      [...all.map(({ notes }) => notes.trim()), ...leftOver(all)].filter((notes) => notes !== ''),
      (notes) => notes,
    )
      .join('\n\n')
      .slice(0, LIMITS.contactNotesLength),
    lists: unique(
      all.flatMap(({ lists }) => lists),
      (name) => name.normalize('NFC').toLowerCase(),
    ),
  };
}

type TextField = 'nickname' | 'organisation' | 'department' | 'title';
type EntryField = 'emails' | 'phones' | 'urls' | 'relations';

function birthdayOf(all: ContactFields[]): Pick<ContactFields, 'birthday' | 'lunar_birthday' | 'lunar_leap'> {
  const known = all.find(({ birthday }) => birthday !== null);
  return {
    birthday: known?.birthday ?? null,
    lunar_birthday: known?.lunar_birthday ?? false,
    lunar_leap: known?.lunar_leap ?? false,
  };
}

const SINGLE = ['full_name', 'nickname', 'title', 'department', 'organisation'] as const;

/** Of each card, on one line, what has a place for one value that another card has taken. */
function leftOver(all: ContactFields[]): string[] {
  const taken = new Map(
    SINGLE.map((name) => [name, fold(all.map((fields) => fields[name]).find((text) => text !== '') ?? '')]),
  );
  const { birthday, lunar_birthday } = birthdayOf(all);
  return all.map((fields) => {
    const left: string[] = SINGLE.filter(
      (name) => fields[name] !== '' && fold(fields[name]) !== taken.get(name),
    ).map((name) => fields[name]);
    if (
      fields.birthday !== null &&
      (fields.birthday !== birthday || fields.lunar_birthday !== lunar_birthday)
    )
      left.push(writtenDay(fields.birthday, fields.lunar_birthday));
    return left.join('; ');
  });
}

/** `15/08/1990`, or `15/08`; notes have no language, and ÂL is how calendars mark lunar days. */
function writtenDay(day: string, lunar: boolean): string {
  const [year, month, date] = day.replace(/^--/, '-').split('-');
  return `${[date, month, year].filter(Boolean).join('/')}${lunar ? ' ÂL' : ''}`;
}

function unique<T>(all: T[], keyOf: (one: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const one of all) if (!seen.has(keyOf(one))) seen.set(keyOf(one), one);
  return [...seen.values()].slice(0, LIMITS.contactEntries);
}
