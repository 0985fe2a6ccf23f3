import { fold } from '@bocau/contract/fold.ts';
import { readTyped } from '@bocau/contract/read-typed.ts';
import { type TypedOperator, writeOperator } from '@bocau/contract/typed-search.ts';
import { OPERATOR_NAMES, type TypedLanguage } from '@bocau/contract/typed-search-words.ts';

/** An example of every operator, in the order of the cheat sheet. */
export const OPERATOR_EXAMPLES = {
  from: { kind: 'text', field: 'from', text: 'lan' },
  to: { kind: 'text', field: 'to', text: 'ketoan@saomai.example' },
  with: { kind: 'text', field: 'with', text: 'ha@minhphat.example' },
  subject: { kind: 'text', field: 'subject', text: 'báo giá' },
  term: { kind: 'text', field: 'term', text: 'thanh toán' },
  folder: { kind: 'folder', name: 'INBOX' },
  label: { kind: 'label', name: 'Khách hàng' },
  attachment: { kind: 'attachment' },
  starred: { kind: 'starred' },
  unread: { kind: 'read', read: false },
  read: { kind: 'read', read: true },
  muted: { kind: 'muted' },
  pinned: { kind: 'pinned' },
  over: { kind: 'size', bound: 'over', number: 1536, unit: 'K' },
  under: { kind: 'size', bound: 'under', number: 200, unit: 'K' },
  before: { kind: 'before', second: Date.UTC(2026, 10, 19, 17) / 1000 },
  after: { kind: 'after', second: Date.UTC(2026, 9, 31, 17) / 1000 },
} as const satisfies Record<string, TypedOperator>;

export type OperatorMeaning = keyof typeof OPERATOR_EXAMPLES;

/** A completion of the typed text: an operator without its value, or one with it. */
export type OperatorHint = {
  means: OperatorMeaning;
  operator: string;
  /** The content of the search bar after accepting it. */
  typed: string;
  /** The folder or the label it stands for, if any. */
  path: string | null;
  /** The operator is typed already, and this is its value. */
  isValue: boolean;
};

type Candidate = Omit<OperatorHint, 'typed' | 'isValue'> & { begins: string };
/** Whether the text ends in an operator without a value, or in the beginning of one that is offered. */
export function isWaitingForValue(typed: string, hints: readonly OperatorHint[]): boolean {
  return hints.some(({ isValue }) => isValue) || readTyped(typed).at(-1)?.meaning === 'unfinished';
}

type Named = { path: string; words: string };

/** What has no value of its own. */
const WHOLE: readonly TypedOperator['kind'][] = ['attachment', 'starred', 'read', 'muted', 'pinned'];
const HINTS = 4;
/** Too many words begin with the same single letter. */
const LETTERS = 2;

/** The operators that the end of the typed text begins, with or without accents. */
export function operatorHints(
  typed: string,
  language: TypedLanguage,
  folders: readonly Named[],
  labels: readonly Named[] = [],
): OperatorHint[] {
  const hints: OperatorHint[] = [];
  for (const candidate of candidates(language, { folder: folders, label: labels })) {
    const begun = lettersBegun(typed, candidate);
    if (begun === 0) continue;
    const { begins: _, ...hint } = candidate;
    const end = hint.operator.endsWith(':') ? '' : ' ';
    const isValue = typed.slice(typed.length - begun).includes(':');
    hints.push({ ...hint, isValue, typed: `${typed.slice(0, typed.length - begun)}${hint.operator}${end}` });
    if (hints.length === HINTS) break;
  }
  return hints;
}

function* candidates(
  language: TypedLanguage,
  named: Record<'folder' | 'label', readonly Named[]>,
): Generator<Candidate> {
  for (const [key, example] of Object.entries(OPERATOR_EXAMPLES)) {
    const means = key as OperatorMeaning;
    const isWhole = WHOLE.includes(example.kind);
    const name = means in OPERATOR_NAMES[language] ? OPERATOR_NAMES[language][means as 'from'] : '';
    const operator = isWhole ? (writeOperator(example, language) ?? '') : `${name}:`;
    yield { means, operator, begins: operator, path: null };
  }
  for (const kind of ['folder', 'label'] as const) {
    for (const { path, words } of named[kind]) {
      const operator = writeOperator({ kind, name: path }, language);
      const begins = `${OPERATOR_NAMES[language][kind]}:${words}`;
      if (operator) yield { means: kind, operator, begins, path };
    }
  }
}

/** The length of the text's end that begins the candidate; 0 where none does, or where it is complete. */
function lettersBegun(typed: string, { operator, begins, path }: Candidate): number {
  const whole = fold(begins);
  const least = path === null ? LETTERS : whole.indexOf(':') + 1;
  for (const { index } of typed.matchAll(/(?<=^|[\s-])[^\s-]/gu)) {
    const end = fold(typed.slice(index)).replace(/\s+/g, ' ');
    if (end.length < least || end === fold(operator)) continue;
    if (whole.startsWith(end) || (path !== null && isPart(whole, end, least))) return typed.length - index;
  }
  return 0;
}

/** Whether the typed value begins a word within the name, such as the name of a label that is inside another one. */
function isPart(whole: string, end: string, least: number): boolean {
  const value = end.slice(least).replace(/^"/, '');
  if (value === '' || end.slice(0, least) !== whole.slice(0, least)) return false;
  return ` ${whole.slice(least)}`.includes(` ${value}`);
}
