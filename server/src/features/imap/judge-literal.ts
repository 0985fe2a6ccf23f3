import type { CommandPart, LiteralAsked, LiteralVerdict } from '../../platform/imap/read-command.ts';
import { judgeMessage } from './append-message.ts';
import { type Session, stateOf } from './session.ts';

/** Of a name or a password. */
const BEFORE_SIGN_IN_BYTES = 4 * 1024;
/** Of a name, or a text that is searched for. */
const ARGUMENT_BYTES = 64 * 1024;
const APPEND = /^[^ ]+ APPEND /i;
const APPEND_ALONE = /^[^ ]+ APPEND $/i;

/** Decides what a client may send before it sends it: only a message may be large, and it is stored as it comes. */
export async function judgeLiteral(session: Session, asked: LiteralAsked): Promise<LiteralVerdict> {
  const unauthenticated = stateOf(session) === 'unauthenticated';
  if (!unauthenticated && isMessage(asked.parts)) return judgeMessage(session, asked);
  const most = unauthenticated ? BEFORE_SIGN_IN_BYTES : ARGUMENT_BYTES;
  if (asked.size <= most) return 'memory';
  return { refuse: `BAD [TOOBIG] This literal may have up to ${most} bytes` };
}

/** The first literal of an APPEND may be its folder's name. */
function isMessage([first, ...more]: readonly CommandPart[]): boolean {
  if (!Buffer.isBuffer(first)) return false;
  const text = first.subarray(0, 300).toString('latin1');
  return APPEND.test(text) && (more.length > 0 || !APPEND_ALONE.test(first.toString('latin1')));
}
