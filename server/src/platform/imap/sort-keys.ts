import type { CommandParser } from './command-parser.ts';
import { SyntaxFault } from './syntax-fault.ts';

const SORT_FIELDS = [
  'ARRIVAL',
  'CC',
  'DATE',
  'DISPLAYFROM',
  'DISPLAYTO',
  'FROM',
  'SIZE',
  'SUBJECT',
  'TO',
] as const;
export type SortField = (typeof SORT_FIELDS)[number];
/** What messages are sorted by (RFC 5256 section 3, RFC 5957). */
export type SortKey = { field: SortField; reverse: boolean };

const MOST_KEYS = 20;

export function parseSortKeys(parser: CommandParser): SortKey[] {
  const keys = parser.list(() => {
    const word = parser.word('a sort key');
    if (word !== 'REVERSE') return { field: sortField(word), reverse: false };
    parser.space();
    return { field: sortField(parser.word('a sort key')), reverse: true };
  });
  if (keys.length === 0 || keys.length > MOST_KEYS)
    throw new SyntaxFault(`A SORT has 1 to ${MOST_KEYS} keys`);
  return keys;
}

function sortField(word: string): SortField {
  const field = SORT_FIELDS.find((known) => known === word);
  if (field === undefined) throw new SyntaxFault(`${word} is nothing to sort by`);
  return field;
}
