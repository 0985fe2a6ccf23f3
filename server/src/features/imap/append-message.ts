import type { FolderRow } from '../../mail/folders/folders.store.ts';
import { readQuotaOf } from '../../mail/mailbox/mailbox.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { CommandParser } from '../../platform/imap/command-parser.ts';
import {
  type LiteralAsked,
  LiteralRefused,
  type LiteralVerdict,
  type StoredLiteral,
} from '../../platform/imap/read-command.ts';
import { parseDateTime } from '../../platform/imap/search-keys.ts';
import { formatSet } from '../../platform/imap/sequence-set.ts';
import { ConnectionEnded } from '../../platform/line-server/byte-reader.ts';
import { storeAppended } from './bring-messages.ts';
import { type Flags, noFlags, parseFlags } from './flags.ts';
import { lookUpFolder, parseMailboxName } from './mailbox-names.ts';
import { answerToError, Refusal } from './refusal.ts';
import { type Command, mailboxOf, type Session, SIGNED_IN } from './session.ts';

type Told = { flags: Flags; at: number | null };

/** All of them are there together or not at all (RFC 3502). */
const MOST_MESSAGES = 500;

/** Messages that a program brings: a draft, a copy of what it has sent, or mail from elsewhere. */
export const append: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    const { path, messages } = parseMessages(session, parser, 'all');
    parser.end();
    const folder = await findTarget(session, path);
    const now = unixSeconds(session.deps.clock);
    const brought = messages.map(({ stored, flags, at }) => {
      // A message of no bytes is how a client gives up (RFC 9051 section 6.3.12).
      if (stored === null || stored.size === 0) throw new Refusal(null, 'There is no message');
      return { blob: stored.key, size: stored.size, receivedAt: at ?? now, flags };
    });
    const { uidValidity, uids } = await storeAppended(session, brought, folder);
    session.changed = true;
    return `[APPENDUID ${uidValidity} ${formatSet(uids)}] Stored`;
  },
};

/** Says no before the message is sent where that is known by then. */
export async function judgeMessage(session: Session, { size, parts }: LiteralAsked): Promise<LiteralVerdict> {
  const { deps } = session;
  try {
    if (size > deps.maxBytes)
      throw new Refusal('TOOBIG', `A message may have up to ${Math.floor(deps.maxBytes / 1024 / 1024)} MB`);
    const parser = new CommandParser([...parts]);
    parser.tag();
    parser.space();
    parser.word();
    const { path, messages } = parseMessages(session, parser, 'before the last');
    if (messages.length >= MOST_MESSAGES)
      throw new Refusal('LIMIT', `Up to ${MOST_MESSAGES} messages are brought at once`);
    await findTarget(session, path);
    const { used_bytes, quota_mb } = await readQuotaOf(deps.db, mailboxOf(session));
    const before = messages.reduce((sum, { stored }) => sum + (stored?.size ?? 0), 0);
    if (used_bytes + before + size > quota_mb * 1024 * 1024)
      throw new Refusal('OVERQUOTA', 'The mailbox has run out of storage');
    return { store: (bytes) => storeSource(session, bytes) };
  } catch (error) {
    return { refuse: answerToError(deps.log, error, { mailbox: mailboxOf(session) }) };
  }
}

async function storeSource({ deps, caller }: Session, bytes: AsyncIterable<Buffer>): Promise<StoredLiteral> {
  try {
    return await deps.blobs.put(bytes);
  } catch (error) {
    if (error instanceof ConnectionEnded) throw error;
    const answer = answerToError(deps.log, error, { mailbox: caller?.mailbox ?? null });
    throw new LiteralRefused(answer, { cause: error });
  }
}

type Given = Told & { stored: StoredLiteral | null };

/** The folder and its messages; the last of them may be yet to come. */
function parseMessages(
  session: Session,
  parser: CommandParser,
  asked: 'all' | 'before the last',
): { path: string; messages: Given[] } {
  parser.space();
  const path = parseMailboxName(session, parser);
  const messages: Given[] = [];
  do {
    parser.space();
    const told = parseTold(parser);
    const utf8 = parser.take('UTF8 (');
    if (asked === 'before the last' && parser.isAtEnd()) break;
    const { stored } = parser.literal();
    if (utf8) parser.expect(')');
    messages.push({ ...told, stored });
  } while (parser.startsWith(' '));
  return { path, messages };
}

/** What stands before a message. */
function parseTold(parser: CommandParser): Told {
  let flags = noFlags();
  if (parser.startsWith('(')) {
    flags = parseFlags(parser);
    parser.space();
  }
  if (!parser.startsWith('"')) return { flags, at: null };
  const at = parseDateTime(parser.text());
  parser.space();
  return { flags, at };
}

async function findTarget(session: Session, path: string): Promise<FolderRow> {
  const folder = await lookUpFolder(session, path);
  if (folder === undefined) throw new Refusal('TRYCREATE', 'There is no such folder');
  return folder;
}
