import type { admin } from './vi/admin.ts';
import type { adminMail } from './vi/admin-mail.ts';
import type { drive } from './vi/drive.ts';
import type { threadDetail } from './vi/thread-detail.ts';
import type { vi } from './vi.ts';
import type { viLater } from './vi-later.ts';

/** Words by their names, in groups. */
export type WordTree = { readonly [name: string]: string | WordTree };

type PluralForm = '_one' | '_other' | `_ordinal_${'one' | 'two' | 'few' | 'other'}`;
type WithoutForm<Name extends string> = Name extends `${infer Base}${PluralForm}` ? Base : Name;
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? WithoutForm<Name>
    : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** Every sentence that there is, as its names with dots; one with a number in it without its plural form. */
export type WordKey = KeysOf<
  typeof vi &
    typeof viLater & {
      admin: typeof admin;
      adminMail: typeof adminMail;
      drive: typeof drive;
      threadDetail: typeof threadDetail;
    }
>;
/** What is put in for {{name}}; `count` also chooses the plural form, with `ordinal` that of "1st". */
export type WordValues = { readonly count?: number; readonly ordinal?: boolean } & {
  readonly [name: string]: string | number | boolean | null | undefined;
};
export type Say = (key: WordKey, values?: WordValues) => string;

/** What stands between groups of three digits. */
const GROUPS: Readonly<Record<string, string>> = { vi: '.', en: ',' };
const GROUP_ENDS = /\B(?=(?:\d{3})+$)/g;

const PLACES = /\{\{(\w+)(, number)?\}\}/g;

/**
 * Speaks one language. `words` may grow; a sentence that is not there (yet) is said by its key. Sentences of `instead`,
 * by their whole keys, come before them.
 */
export function createSay(
  language: string,
  words: WordTree,
  instead: Readonly<Record<string, string>> = {},
): Say {
  const numbers = madeOnce(() => new Intl.NumberFormat(language));
  const counted = madeOnce(() => new Intl.PluralRules(language));
  const ordered = madeOnce(() => new Intl.PluralRules(language, { type: 'ordinal' }));

  /** Whole numbers without `Intl`, which takes milliseconds to load a language, before the first list is shown. */
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

/** With its first use: to make one takes milliseconds, before anything is shown. */
function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Adds words to those that are known; groups of one name are put together. */
export function addWords(known: Record<string, string | WordTree>, words: WordTree): void {
  for (const [name, added] of Object.entries(words)) {
    const before = known[name];
    known[name] = typeof before === 'object' && typeof added === 'object' ? { ...before, ...added } : added;
  }
}

export function wordAt(words: WordTree, key: string): string | undefined {
  let at: string | WordTree | undefined = words;
  for (const name of key.split('.')) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' ? at : undefined;
}
