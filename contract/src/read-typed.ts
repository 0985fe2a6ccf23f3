import { fold } from './fold.ts';
import { SNOOZED } from './folder-roles.ts';
import { readSize, type TextField, type TypedOperator, ZONE_SECONDS } from './typed-search.ts';
import {
  OPERATOR_NAMES,
  type OperatorName,
  OR_WORDS,
  STATE_VALUES,
  type StateName,
} from './typed-search-words.ts';
import { WAITING } from './waiting-list.ts';

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
const DAYS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[/-](?<month>\d{1,2})[/-](?<year>\d{4})$/,
];

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
    case 'label':
      return { kind: 'label', name: value };
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
  if (state === 'snoozed') return { kind: 'folder', name: SNOOZED };
  if (state === 'waiting') return { kind: 'label', name: WAITING };
  if (state === 'read' || state === 'unread') return { kind: 'read', read: state === 'read' };
  return { kind: state };
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
