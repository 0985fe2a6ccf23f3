import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { parseSearch, type SearchKey, UnknownCharset } from '../../platform/imap/search-keys.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import { findMessages, findNumbers } from './find-messages.ts';
import { keysOf } from './match-search.ts';
import { Refusal } from './refusal.ts';
import { answerWithList, answerWithReturns } from './search-answer.ts';
import { type Command, enableCondstore, SELECTED, type Session } from './session.ts';

export const search: Command = {
  states: SELECTED,
  takesTurns: true,
  keepsNumbers: true,
  run: searching(false),
};
export const uidSearch: Command = { states: SELECTED, takesTurns: true, run: searching(true) };

function searching(byUid: boolean): Command['run'] {
  return async (session, parser) => {
    const { returns, charset, keys } = refuseCharset(parseSearch, parser);
    // RFC 6855 section 3: everything is in UTF-8 then.
    if (charset && session.enabled.has('UTF8=ACCEPT'))
      throw new SyntaxFault('No charset is named once UTF8=ACCEPT is enabled');
    const withModseq = usesModseq(session, keys);
    const found = await (withModseq ? findMessages : findNumbers)(session, keys);
    const answered = { found, byUid, withModseq };
    // RFC 9051 section 6.4.4: the new answer also where none is asked for.
    if (returns === null && !session.enabled.has('IMAP4rev2')) answerWithList(session, 'SEARCH', answered);
    else answerWithReturns(session, returns ?? [], answered);
    return 'Searched';
  };
}

/** Whether mod-sequences are searched for, which enables them. */
export function usesModseq(session: Session, keys: SearchKey): boolean {
  const uses = [...keysOf(keys)].some(({ key }) => key === 'modseq');
  if (uses) enableCondstore(session);
  return uses;
}

export function refuseCharset<T>(parse: (parser: CommandParser) => T, parser: CommandParser): T {
  try {
    return parse(parser);
  } catch (error) {
    if (error instanceof UnknownCharset) throw new Refusal('BADCHARSET (UTF-8 US-ASCII)', error.message);
    throw error;
  }
}
