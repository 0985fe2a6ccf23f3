import type { admin } from './vi/admin.ts';
import type { adminMail } from './vi/admin-mail.ts';
import type { calendar } from './vi/calendar.ts';
import type { calendarFeeds } from './vi/calendar-feeds.ts';
import type { calendarImport } from './vi/calendar-import.ts';
import type { calendarLinks } from './vi/calendar-links.ts';
import type { tasks } from './vi/calendar-tasks.ts';
import type { contactPeople } from './vi/contact-people.ts';
import type { contactTools } from './vi/contact-tools.ts';
import type { contacts } from './vi/contacts.ts';
import type { drive } from './vi/drive.ts';
import type { groups } from './vi/groups.ts';
import type { invoices } from './vi/invoices.ts';
import type { merges } from './vi/merges.ts';
import type { threadDetail } from './vi/thread-detail.ts';
import type { vi } from './vi.ts';
import type { viLater } from './vi-later.ts';

/** Texts by their names, in nested groups. */
export type WordTree = { readonly [name: string]: string | WordTree };

type PluralForm = '_one' | '_other' | `_ordinal_${'one' | 'two' | 'few' | 'other'}`;
type WithoutForm<Name extends string> = Name extends `${infer Base}${PluralForm}` ? Base : Name;
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? WithoutForm<Name>
    : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** All keys of texts, as dotted paths; plural forms count as one key, without their suffix. */
export type WordKey = KeysOf<
  typeof vi &
    typeof viLater & {
      admin: typeof admin;
      adminMail: typeof adminMail;
      calendar: typeof calendar;
      calendarFeeds: typeof calendarFeeds;
      calendarImport: typeof calendarImport;
      calendarLinks: typeof calendarLinks;
      contacts: typeof contacts;
      contactPeople: typeof contactPeople;
      contactTools: typeof contactTools;
      drive: typeof drive;
      groups: typeof groups;
      invoices: typeof invoices;
      merges: typeof merges;
      tasks: typeof tasks;
      threadDetail: typeof threadDetail;
    }
>;
/** Values for {{name}}; `count` also selects the plural form, with `ordinal` that of "1st". */
export type WordValues = { readonly count?: number; readonly ordinal?: boolean } & {
  readonly [name: string]: string | number | boolean | null | undefined;
};
export type Say = (key: WordKey, values?: WordValues) => string;

/** The thousands separator. */
const GROUPS: Readonly<Record<string, string>> = { vi: '.', en: ',' };
const GROUP_ENDS = /\B(?=(?:\d{3})+$)/g;

const PLACES = /\{\{(\w+)(, number)?\}\}/g;

/**
 * Creates the `t` of one language. `words` may grow; a text that is not there (yet) is replaced by its key.
 * Texts in `instead`, by full key, take precedence.
 */
export function createSay(
  language: string,
  words: WordTree,
  instead: Readonly<Record<string, string>> = {},
): Say {
  const numbers = madeOnce(() => new Intl.NumberFormat(language));
  const counted = madeOnce(() => new Intl.PluralRules(language));
  const ordered = madeOnce(() => new Intl.PluralRules(language, { type: 'ordinal' }));

  /**
   * Formats whole numbers without `Intl`, which takes milliseconds to load a locale, before the first list is
   * shown.
   */
  function numberOf(value: number): string {
    const group = GROUPS[language];
    if (group === undefined || !Number.isSafeInteger(value)) return numbers().format(value);
    return String(value).replace(GROUP_ENDS, group);
  }

  function sentenceOf(key: string, { count, ordinal }: WordValues): string | undefined {
    const find = (name: string) => instead[name] ?? wordAt(words, name);
    if (count === undefined) return find(key);
    const form = ordinal ? `ordinal_${ordered().select(count)}` : counted().select(count);
    return find(`${key}_${form}`) ?? find(key);
  }

  return (key, values = {}) =>
    (sentenceOf(key, values) ?? key).replace(PLACES, (place, name: string, asNumber?: string) => {
      const value = values[name];
      if (value === undefined) return place;
      return asNumber ? numberOf(Number(value)) : String(value ?? '');
    });
}

/** Created on first use: creating one takes milliseconds, which would delay the first screen. */
function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Merges texts into the known ones; groups of the same name are merged, at every depth. */
export function addWords(known: Record<string, string | WordTree>, words: WordTree): void {
  for (const [name, added] of Object.entries(words)) {
    const before = known[name];
    if (typeof before === 'object' && typeof added === 'object') {
      const merged = { ...before };
      addWords(merged, added);
      known[name] = merged;
    } else known[name] = added;
  }
}

export function wordAt(words: WordTree, key: string): string | undefined {
  let at: string | WordTree | undefined = words;
  for (const name of key.split('.')) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' ? at : undefined;
}
