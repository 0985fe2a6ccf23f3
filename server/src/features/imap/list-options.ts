import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import { readName } from './mailbox-names.ts';
import type { Session } from './session.ts';
import { parseStatusItems, type StatusItem } from './status-items.ts';

export type ListAsked = {
  patterns: string[];
  only: { subscribed: boolean; specialUse: boolean; recursive: boolean };
  tell: { subscribed: boolean; status: StatusItem[] };
  /** One pattern that is empty: only the separator is asked for. */
  separator: boolean;
};

const PATTERNS = 20;
/** Together with the reference; no path is longer. */
const PATTERN_LENGTH = 1_000;

/** The arguments of LIST (RFC 5258, 5819, 6154) and LSUB. */
export function parseList(session: Session, parser: CommandParser): ListAsked {
  parser.space();
  const only = { subscribed: false, specialUse: false, recursive: false };
  const tell = { subscribed: false, status: [] as StatusItem[] };
  if (parser.startsWith('(')) {
    parser.list(() => select(only, parser.attribute()));
    if (only.recursive && !only.subscribed) throw new SyntaxFault('RECURSIVEMATCH needs SUBSCRIBED');
    parser.space();
  }
  const reference = readName(session, parser.text());
  parser.space();
  const given = parser.startsWith('(') ? parser.list(() => parser.listMailbox()) : [parser.listMailbox()];
  if (given.length === 0 || given.length > PATTERNS)
    throw new SyntaxFault(`A LIST has 1 to ${PATTERNS} patterns`);
  if (parser.take(' ')) {
    parser.expect('RETURN ');
    parser.list(() => {
      const option = parser.attribute();
      if (option === 'SUBSCRIBED') tell.subscribed = true;
      else if (option === 'STATUS') {
        parser.space();
        tell.status = parseStatusItems(parser);
      } else if (option !== 'CHILDREN' && option !== 'SPECIAL-USE')
        throw new SyntaxFault(`${option} is no return option`);
    });
  }
  parser.end();
  const patterns = given.map((pattern) => reference + readName(session, pattern));
  if (patterns.some((pattern) => pattern.length > PATTERN_LENGTH))
    throw new SyntaxFault(`A pattern has up to ${PATTERN_LENGTH} letters`);
  return { patterns, only, tell, separator: given.length === 1 && given[0] === '' };
}

function select(only: ListAsked['only'], option: string): void {
  if (option === 'SUBSCRIBED') only.subscribed = true;
  else if (option === 'SPECIAL-USE') only.specialUse = true;
  else if (option === 'RECURSIVEMATCH') only.recursive = true;
  // There are no folders of other servers.
  else if (option !== 'REMOTE') throw new SyntaxFault(`${option} is no selection option`);
}
