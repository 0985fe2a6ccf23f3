import type { SearchQuery } from '@bocau/contract/threads.ts';

/** What a search asks for; all of it must hold. */
export type Criteria = {
  /** Typed texts by the place where their words must stand; `any` is everywhere, `headline` subject and people. */
  texts: Record<TextPlace, string[]>;
  /** `typed` in the search bar, where a slip is no error. */
  folders: { name: string; typed: boolean }[];
  read: boolean | null;
  starred: boolean | null;
  attachment: boolean | null;
  /** In bytes, neither included. */
  largerThan: number | null;
  smallerThan: number | null;
  /** Unix seconds, both included. */
  since: number | null;
  until: number | null;
  byRelevance: boolean;
  /** Two criteria that exclude each other. */
  impossible: boolean;
};

export type TextPlace = 'any' | 'headline' | 'term' | 'subject' | 'from' | 'to';

/** The criteria of a search, however they came: as parameters, or typed in the search bar. */
export type SearchInput = { [Name in keyof SearchQuery]?: SearchQuery[Name] | undefined };

const TOKEN = /(?<name>[a-z]+):"(?<value>[^"]*)"?|"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+)/giu;
const OPERATOR = /^(?<name>[a-z]+):(?<value>.*)$/iu;
const SIZE = /^(\d{1,9})([MK])B?$/i;
const DATES = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
];
/** Days typed in the search bar are days of Viet Nam. */
const ZONE_SECONDS = 7 * 3600;
const UNITS: Record<string, number> = { K: 1024, M: 1024 * 1024 };

export function readQuery(input: SearchInput): Criteria {
  const criteria: Criteria = {
    texts: { any: [], headline: [], term: [], subject: [], from: [], to: [] },
    folders: [],
    read: null,
    starred: null,
    attachment: null,
    largerThan: null,
    smallerThan: null,
    since: null,
    until: null,
    byRelevance: input.sort === 'defaultSort',
    impossible: false,
  };
  addText(criteria, 'from', input.from_addr);
  addText(criteria, 'to', input.to_addr);
  addText(criteria, 'subject', input.subject);
  addText(criteria, 'term', input.term);
  if (isGiven(input.folder)) criteria.folders.push({ name: input.folder, typed: false });
  if (isGiven(input.size)) {
    const [kind, text = ''] = input.size.split(':');
    const bytes = readSize(text);
    if (bytes !== null) limitSize(criteria, kind === 'over' ? 'larger' : 'smaller', bytes);
  }
  if (input.start_date !== undefined) limitTime(criteria, 'since', input.start_date);
  if (input.end_date !== undefined) limitTime(criteria, 'until', input.end_date);
  setFlag(criteria, 'attachment', input.has_attachment);
  setFlag(criteria, 'starred', input.is_star);
  setFlag(criteria, 'read', input.is_read);
  addText(criteria, 'any', readTyped(criteria, input.q ?? ''));
  return criteria;
}

/** Takes the operators out of what was typed; answers the words that are left. */
function readTyped(criteria: Criteria, typed: string): string {
  const words: string[] = [];
  for (const { 0: token, groups = {} } of typed.matchAll(TOKEN)) {
    const operator = groups.name !== undefined ? groups : OPERATOR.exec(groups.plain ?? '')?.groups;
    const isOne = operator && applyOperator(criteria, operator.name ?? '', (operator.value ?? '').trim());
    if (!isOne) words.push(token.replaceAll('"', ' '));
  }
  return words.join(' ');
}

/** False for what is no operator, or one with a value that means nothing: those are words like others. */
function applyOperator(criteria: Criteria, name: string, value: string): boolean {
  const key = name.toLowerCase();
  const known = OPERATORS[key];
  if (!Object.hasOwn(OPERATORS, key) || !known) return false;
  // Still being typed.
  if (value === '') return true;
  return known(criteria, value);
}

const OPERATORS: Record<string, (criteria: Criteria, value: string) => boolean> = {
  from: (criteria, value) => addText(criteria, 'from', value),
  to: (criteria, value) => addText(criteria, 'to', value),
  subject: (criteria, value) => addText(criteria, 'subject', value),
  has: (criteria, value) => /^attachments?$/i.test(value) && setFlag(criteria, 'attachment', true),
  is: (criteria, value) => {
    const state = value.toLowerCase();
    if (state === 'unread') return setFlag(criteria, 'read', false);
    if (state === 'read') return setFlag(criteria, 'read', true);
    return state === 'starred' && setFlag(criteria, 'starred', true);
  },
  in: (criteria, value) => {
    criteria.folders.push({ name: value, typed: true });
    return true;
  },
  before: (criteria, value) => {
    const day = readDay(value);
    if (day !== null) limitTime(criteria, 'until', day - 1);
    return day !== null;
  },
  after: (criteria, value) => {
    const day = readDay(value);
    if (day !== null) limitTime(criteria, 'since', day);
    return day !== null;
  },
  larger: (criteria, value) => {
    const bytes = readSize(value);
    if (bytes !== null) limitSize(criteria, 'larger', bytes);
    return bytes !== null;
  },
  smaller: (criteria, value) => {
    const bytes = readSize(value);
    if (bytes !== null) limitSize(criteria, 'smaller', bytes);
    return bytes !== null;
  },
};

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

function addText(criteria: Criteria, place: TextPlace, text: string | undefined): true {
  if (isGiven(text)) criteria.texts[place].push(text.trim());
  return true;
}

function setFlag(
  criteria: Criteria,
  flag: 'read' | 'starred' | 'attachment',
  value: boolean | undefined,
): true {
  if (value === undefined) return true;
  if (criteria[flag] !== null && criteria[flag] !== value) criteria.impossible = true;
  criteria[flag] = value;
  return true;
}

function limitSize(criteria: Criteria, kind: 'larger' | 'smaller', bytes: number): void {
  if (kind === 'larger') criteria.largerThan = Math.max(criteria.largerThan ?? 0, bytes);
  else criteria.smallerThan = Math.min(criteria.smallerThan ?? Number.POSITIVE_INFINITY, bytes);
}

function limitTime(criteria: Criteria, end: 'since' | 'until', seconds: number): void {
  if (end === 'since') criteria.since = Math.max(criteria.since ?? 0, seconds);
  else criteria.until = Math.min(criteria.until ?? Number.POSITIVE_INFINITY, seconds);
}

function readSize(text: string): number | null {
  const [, number, unit = ''] = SIZE.exec(text) ?? [];
  return number === undefined ? null : Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}

/** The first second of a day; null for what is none, such as 31 February. */
function readDay(text: string): number | null {
  for (const pattern of DATES) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const utc = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const isReal = utc.getUTCMonth() === Number(month) - 1 && utc.getUTCDate() === Number(day);
    return isReal ? utc.getTime() / 1000 - ZONE_SECONDS : null;
  }
  return null;
}
