import type { CommandParser } from '../../platform/imap/command-parser.ts';
import type { SequenceSet } from '../../platform/imap/sequence-set.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import type { Session } from './session.ts';

/** What a client knows of the folder that it opens (RFC 7162 section 3.2.5). */
export type Resync = { uidValidity: number; since: number; known: SequenceSet | null };

/** The parameters of SELECT and EXAMINE. */
export function parseSelectParameters(
  { enabled }: Session,
  parser: CommandParser,
): { condstore: boolean; resync: Resync | null } {
  let condstore = false;
  let resync: Resync | null = null;
  parser.list(() => {
    const name = parser.word('a parameter');
    if (name === 'CONDSTORE') condstore = true;
    else if (name === 'QRESYNC') {
      if (!enabled.has('QRESYNC')) throw new SyntaxFault('QRESYNC has to be enabled first');
      parser.space();
      resync = parseResync(parser);
    } else throw new SyntaxFault(`${name} is no parameter of SELECT`);
  });
  return { condstore, resync };
}

function parseResync(parser: CommandParser): Resync {
  parser.expect('(');
  const uidValidity = parser.number();
  parser.space();
  const since = parser.modseq();
  let known: SequenceSet | null = null;
  if (parser.take(' ')) {
    if (!parser.startsWith('(')) known = parser.sequenceSet();
    // Which numbers had which uids is of use only where less is known of what has left the folder.
    if (known === null || parser.take(' ')) {
      parser.expect('(');
      parser.sequenceSet();
      parser.space();
      parser.sequenceSet();
      parser.expect(')');
    }
  }
  parser.expect(')');
  return { uidValidity, since, known };
}
