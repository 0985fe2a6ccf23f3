import { readTyped } from '@bocau/contract/read-typed.ts';
import type { SearchQuery } from '@bocau/contract/search-query.ts';
import { readSizeParameter, type SizeOperator, type TypedOperator } from '@bocau/contract/typed-search.ts';

import { type Choice, groupTyped, type PlacedText, type TextPlace } from './group-typed.ts';

/** The criteria of a search; all of them must match. */
export type Criteria = {
  /**
   * Typed texts by the field in which their words must be; `any` is everywhere, `headline` subject and
   * people.
   */
  texts: Record<TextPlace, string[]>;
  /** Of each, one text must match in its field. */
  choices: Choice[];
  /** None of these may match in its field. */
  excluded: PlacedText[];
  /** `typed` in the search bar, where a typo is no error. */
  folders: { name: string; typed: boolean }[];
  excludedFolders: string[];
  /** Ids or names. */
  labels: { name: string; typed: boolean }[];
  excludedLabels: string[];
  read: boolean | null;
  starred: boolean | null;
  muted: boolean | null;
  pinned: boolean | null;
  attachment: boolean | null;
  /** In bytes, exclusive. */
  largerThan: number | null;
  smallerThan: number | null;
  /** Unix seconds, inclusive. */
  since: number | null;
  until: number | null;
  byRelevance: boolean;
  /** Two criteria that exclude each other. */
  impossible: boolean;
};

/** The criteria of a search from either source: parameters, or the search bar. */
export type SearchInput = { [Name in keyof SearchQuery]?: SearchQuery[Name] | undefined };

const BYTES: Record<SizeOperator['unit'], number> = { K: 1024, M: 1024 * 1024 };

export function readQuery(input: SearchInput): Criteria {
  const criteria: Criteria = {
    texts: { any: [], headline: [], term: [], subject: [], from: [], to: [], with: [] },
    choices: [],
    excluded: [],
    folders: [],
    excludedFolders: [],
    labels: [],
    excludedLabels: [],
    read: null,
    starred: null,
    muted: null,
    pinned: null,
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
  if (isGiven(input.label)) criteria.labels.push({ name: input.label, typed: false });
  const size = readSizeParameter(input.size ?? '');
  if (size) limitSize(criteria, size);
  if (input.start_date !== undefined) limitTime(criteria, 'since', input.start_date);
  if (input.end_date !== undefined) limitTime(criteria, 'until', input.end_date);
  setFlag(criteria, 'attachment', input.has_attachment);
  setFlag(criteria, 'starred', input.is_star);
  setFlag(criteria, 'read', input.is_read);
  applyTyped(criteria, input.q ?? '');
  return criteria;
}

function applyTyped(criteria: Criteria, typed: string): void {
  const { choices, excluded, operators } = groupTyped(readTyped(typed));
  for (const { operator, excluded } of operators) {
    if (excluded) excludeOperator(criteria, operator);
    else applyOperator(criteria, operator);
  }
  for (const { place, texts } of choices) {
    if (texts.length > 1) criteria.choices.push({ place, texts });
    else addText(criteria, place, texts[0]);
  }
  criteria.excluded.push(...excluded);
}

function applyOperator(criteria: Criteria, operator: TypedOperator): void {
  const { kind } = operator;
  if (kind === 'text') addText(criteria, operator.field, operator.text);
  else if (kind === 'folder') criteria.folders.push({ name: operator.name, typed: true });
  else if (kind === 'label') criteria.labels.push({ name: operator.name, typed: true });
  else if (kind === 'read') setFlag(criteria, 'read', operator.read);
  else if (kind === 'size') limitSize(criteria, operator);
  else if (kind === 'before') limitTime(criteria, 'until', operator.second - 1);
  else if (kind === 'after') limitTime(criteria, 'since', operator.second);
  else setFlag(criteria, kind, true);
}

/** Typed with a minus before it: the condition is negated. */
function excludeOperator(criteria: Criteria, operator: TypedOperator): void {
  const { kind } = operator;
  if (kind === 'folder') criteria.excludedFolders.push(operator.name);
  else if (kind === 'label') criteria.excludedLabels.push(operator.name);
  else if (kind === 'read') setFlag(criteria, 'read', !operator.read);
  else if (kind === 'size')
    limitSize(criteria, { ...operator, bound: operator.bound === 'over' ? 'under' : 'over' });
  else if (kind === 'before') limitTime(criteria, 'since', operator.second);
  else if (kind === 'after') limitTime(criteria, 'until', operator.second - 1);
  else if (kind !== 'text') setFlag(criteria, kind, false);
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

function addText(criteria: Criteria, place: TextPlace, text: string | undefined): void {
  if (isGiven(text)) criteria.texts[place].push(text.trim());
}

function setFlag(
  criteria: Criteria,
  flag: 'read' | 'starred' | 'muted' | 'pinned' | 'attachment',
  value: boolean | undefined,
): void {
  if (value === undefined) return;
  if (criteria[flag] !== null && criteria[flag] !== value) criteria.impossible = true;
  criteria[flag] = value;
}

function limitSize(criteria: Criteria, { bound, number, unit }: SizeOperator): void {
  const bytes = number * BYTES[unit];
  if (bound === 'over') criteria.largerThan = Math.max(criteria.largerThan ?? 0, bytes);
  else criteria.smallerThan = Math.min(criteria.smallerThan ?? Number.POSITIVE_INFINITY, bytes);
}

function limitTime(criteria: Criteria, end: 'since' | 'until', seconds: number): void {
  if (end === 'since') criteria.since = Math.max(criteria.since ?? 0, seconds);
  else criteria.until = Math.min(criteria.until ?? Number.POSITIVE_INFINITY, seconds);
}
