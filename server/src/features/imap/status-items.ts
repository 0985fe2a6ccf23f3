import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';

export const STATUS_ITEMS = [
  'MESSAGES',
  'RECENT',
  'UIDNEXT',
  'UIDVALIDITY',
  'UNSEEN',
  'SIZE',
  'DELETED',
  'HIGHESTMODSEQ',
  'APPENDLIMIT',
  'MAILBOXID',
  'DELETED-STORAGE',
] as const;
export type StatusItem = (typeof STATUS_ITEMS)[number];

export function parseStatusItems(parser: CommandParser): StatusItem[] {
  const items = parser.list(() => parser.word('an item of STATUS'));
  if (items.length === 0) throw new SyntaxFault('STATUS asks for one item or more');
  return [...new Set(items)].map((item) => {
    const known = STATUS_ITEMS.find((name) => name === item);
    if (known === undefined) throw new SyntaxFault(`${item} is no item of STATUS`);
    return known;
  });
}
