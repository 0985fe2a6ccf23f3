import { fold } from './fold.ts';
import type { SearchQuery } from './search-query.ts';
import {
  OPERATOR_NAMES,
  type OperatorName,
  OR_WORDS,
  STATE_VALUES,
  type StateName,
  type TypedLanguage,
} from './typed-search-words.ts';

/** The parameters by which a search finds, by what they hold; the order alone finds nothing. */
export const SEARCH_PARAMETERS = {
  q: 'text',
  from_addr: 'text',
  to_addr: 'text',
  subject: 'text',
  term: 'text',
  folder: 'text',
  size: 'text',
  start_date: 'number',
  end_date: 'number',
  has_attachment: 'flag',
  is_star: 'flag',
  is_read: 'flag',
  words: 'text',
} as const satisfies Record<Exclude<keyof SearchQuery, 'sort'>, 'text' | 'number' | 'flag'>;

type SearchParameter = keyof typeof SEARCH_PARAMETERS;
export const SEARCH_PARAMETER_NAMES = Object.keys(SEARCH_PARAMETERS) as SearchParameter[];

export function isSearchParameter(name: string): name is SearchParameter {
  return Object.hasOwn(SEARCH_PARAMETERS, name);
}

/**
 * What may be typed in the search bar, in either language: `from:lan "hợp đồng" has:attachment -nháp after:2026-01-05`,
 * `từ:lan "hợp đồng" có:tệp -nháp sau:5/1/2026`. Without schemas, as the browser reads it before the first list.
 */
export type TypedOperator =
  | { kind: 'text'; field: TextField; text: string }
  | { kind: 'folder'; name: string }
  | { kind: 'attachment' }
  | { kind: 'starred' }
  | { kind: 'read'; read: boolean }
  | SizeOperator
  /** The first second of a day. */
  | { kind: 'before' | 'after'; second: number };

type TextField = 'from' | 'to' | 'subject' | 'term';
export type SizeOperator = { kind: 'size'; bound: 'over' | 'under'; number: number; unit: 'K' | 'M' };

export type TypedPart = {
  text: string;
  /** Typed with a minus before it: found is what does not have it. */
  excluded: boolean;
  /**
   * `words` are what is left when no operator is meant, or one with a value that means nothing; `unfinished` is an
   * operator without its value, still being typed; `or` stands between two things of which one is enough.
   */
  meaning: TypedOperator | 'words' | 'unfinished' | 'or';
};

const LANGUAGES = ['vi', 'en'] as const;
const NAMES = new Map(
  LANGUAGES.flatMap((language) =>
    (Object.entries(OPERATOR_NAMES[language]) as [OperatorName, string][]).map(
      ([operator, name]) => [fold(name), operator] as const,
    ),
  ),
);
const STATES = new Map(
  LANGUAGES.flatMap((language) =>
    (Object.entries(STATE_VALUES[language]) as [StateName, string[]][]).flatMap(([state, values]) =>
      values.map((value) => [fold(value), stateOperator(state)] as const),
    ),
  ),
);
const ORS = new Set(Object.values(OR_WORDS));

/** A name or value as a pattern, its letters with or without marks. */
const written = (words: Iterable<string>) =>
  [...words]
    .flatMap((word) => [word, fold(word)])
    .join('|')
    .replaceAll(' ', '\\s+');
const names = (wanted: (operator: OperatorName) => boolean) =>
  written(
    LANGUAGES.flatMap((language) =>
      (Object.entries(OPERATOR_NAMES[language]) as [OperatorName, string][])
        .filter(([operator]) => wanted(operator))
        .map(([, name]) => name),
    ),
  );
const spacedValues = written(
  LANGUAGES.flatMap((language) => Object.values(STATE_VALUES[language]).flat()).filter((value) =>
    value.includes(' '),
  ),
);

const PART = new RegExp(
  [
    // `là:chưa đọc` needs no quotes.
    `-?(?<state>${names(takesState)}):(?<stateValue>${spacedValues})(?![^\\s"])`,
    `-?(?<name>${names(() => true)}):(?:"(?<quoted>[^"]*)"?|(?<value>[^\\s"]*))`,
    '-?"[^"]*"?',
    '[^\\s"]+',
  ].join('|'),
  'giu',
);
const SIZE = /^(?<whole>\d{1,9})(?:[.,](?<part>\d{1,2}))?(?<unit>[MK])B?$/i;
const DAYS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[/-](?<month>\d{1,2})[/-](?<year>\d{4})$/,
];
/** Days that are typed are days of Viet Nam, wherever the reader is. */
const ZONE_SECONDS = 7 * 3600;

/** In the order in which they stand. */
export function readTyped(typed: string): TypedPart[] {
  const parts = [...typed.normalize('NFC').matchAll(PART)].map(({ 0: text, groups = {} }): TypedPart => {
    const name = groups['state'] ?? groups['name'];
    const value = groups['stateValue'] ?? groups['quoted'] ?? groups['value'] ?? '';
    const isOr = ORS.has(text);
    const meaning = isOr ? 'or' : name === undefined ? 'words' : meaningOf(name, value.trim());
    return { text, excluded: /^-./u.test(text), meaning };
  });
  return parts.map((part, index) => {
    if (part.meaning !== 'or') return part;
    const place = placeOf(parts[index - 1]);
    const isChoice = place !== null && place === placeOf(parts[index + 1]);
    return isChoice ? part : { ...part, meaning: 'words' };
  });
}

/** Where a text is looked for; an `OR` stands between two that share it. */
function placeOf(part: TypedPart | undefined): TextField | 'words' | null {
  if (part === undefined || part.excluded) return null;
  if (part.meaning === 'words') return 'words';
  return typeof part.meaning === 'object' && part.meaning.kind === 'text' ? part.meaning.field : null;
}

function takesState(operator: OperatorName): boolean {
  return operator === 'has' || operator === 'is';
}

function meaningOf(name: string, value: string): TypedPart['meaning'] {
  const operator = NAMES.get(fold(name).replace(/\s+/g, ' '));
  if (operator === undefined) return 'words';
  return value === '' ? 'unfinished' : (readOperator(operator, value) ?? 'words');
}

/** Null for a value that means nothing. */
function readOperator(operator: OperatorName, value: string): TypedOperator | null {
  switch (operator) {
    case 'folder':
      return { kind: 'folder', name: value };
    case 'has':
    case 'is':
      return STATES.get(fold(value).replace(/\s+/g, ' ')) ?? null;
    case 'over':
    case 'under':
      return readSize(operator, value);
    case 'before':
    case 'after': {
      const second = readDay(value);
      return second === null ? null : { kind: operator, second };
    }
    default:
      return { kind: 'text', field: operator, text: value };
  }
}

function stateOperator(state: StateName): TypedOperator {
  if (state === 'attachment' || state === 'starred') return { kind: state };
  return { kind: 'read', read: state === 'read' };
}

/** The search parameter `size`, as `over:5M`. */
export function readSizeParameter(text: string): SizeOperator | null {
  const [, bound, value = ''] = /^(over|under):(\d+[MK])$/.exec(text) ?? [];
  return bound === 'over' || bound === 'under' ? readSize(bound, value) : null;
}

/** A number with or without a part (`1,5`, `1.5`) and a unit; a part of a megabyte counts in whole kilobytes. */
export function readSize(bound: SizeOperator['bound'], typed: string): SizeOperator | null {
  const { whole, part = '', unit = '' } = SIZE.exec(typed)?.groups ?? {};
  if (whole === undefined) return null;
  const isMega = unit.toUpperCase() === 'M';
  const number = Number(`${whole}.${part}`);
  if (Number.isInteger(number)) return { kind: 'size', bound, number, unit: isMega ? 'M' : 'K' };
  return { kind: 'size', bound, number: Math.round(isMega ? number * 1024 : number), unit: 'K' };
}

/** The number as one would type it: 1536 kilobytes are 1,5 megabytes. */
export function writeSize(
  { number, unit }: Pick<SizeOperator, 'number' | 'unit'>,
  language: TypedLanguage,
): Pick<SizeOperator, 'unit'> & { number: string } {
  const megabytes = Number((number / 1024).toFixed(2));
  if (unit === 'K' && number > 1024 && Math.round(megabytes * 1024) === number) {
    return { number: String(megabytes).replace('.', language === 'vi' ? ',' : '.'), unit: 'M' };
  }
  return { number: String(number), unit };
}

/** The first second of a typed day; null for what is none, such as 31 February. */
function readDay(text: string): number | null {
  for (const pattern of DAYS) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const utc = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const isReal = utc.getUTCMonth() === Number(month) - 1 && utc.getUTCDate() === Number(day);
    return isReal ? utc.getTime() / 1000 - ZONE_SECONDS : null;
  }
  return null;
}

/** The operator as one types it in this language; null for what can not be typed. */
export function writeOperator(operator: TypedOperator, language: TypedLanguage): string | null {
  const names = OPERATOR_NAMES[language];
  switch (operator.kind) {
    case 'text':
      return quoted(names[operator.field], operator.text);
    case 'folder':
      return quoted(names.folder, operator.name);
    case 'attachment':
      return writeState('has', 'attachment', language);
    case 'starred':
      return writeState(language === 'vi' ? 'has' : 'is', 'starred', language);
    case 'read':
      return writeState('is', operator.read ? 'read' : 'unread', language);
    case 'size': {
      const { number, unit } = writeSize(operator, language);
      return `${names[operator.bound]}:${number}${unit}B`;
    }
    default: {
      const day = writeDay(operator.second, language);
      return day && `${names[operator.kind]}:${day}`;
    }
  }
}

function writeState(name: 'has' | 'is', state: StateName, language: TypedLanguage): string {
  return `${OPERATOR_NAMES[language][name]}:${STATE_VALUES[language][state][0]}`;
}

function quoted(name: string, value: string): string | null {
  if (value.includes('"') || value.trim() !== value || value === '') return null;
  return /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
}

/** Null within a day. */
function writeDay(second: number, language: TypedLanguage): string | null {
  const utc = second + ZONE_SECONDS;
  if (utc % 86_400 !== 0) return null;
  const [year, month, day] = new Date(utc * 1000).toISOString().slice(0, 10).split('-');
  return language === 'vi' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
}
