import { readThreadingRows, type ThreadingRow } from '../../mail/messages/sort-values.store.ts';
import { readBaseSubject } from '../../platform/imap/base-subject.ts';
import { checkCharset, parseKeys } from '../../platform/imap/search-keys.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import {
  serializeThreads,
  type ThreadedMessage,
  threadByReferences,
  threadBySubject,
} from '../../platform/imap/thread-messages.ts';
import { type Found, findNumbers } from './find-messages.ts';
import { Refusal } from './refusal.ts';
import { refuseCharset, usesModseq } from './search-messages.ts';
import { type Command, mailboxOf, SELECTED, type Session, selectedOf } from './session.ts';

export const thread: Command = {
  states: SELECTED,
  takesTurns: true,
  keepsNumbers: true,
  run: threading(false),
};
export const uidThread: Command = { states: SELECTED, takesTurns: true, run: threading(true) };

/** Threaded in memory, with up to thirty references each. */
const MOST_THREADED = 20_000;

/** RFC 5256 section 3. */
function threading(byUid: boolean): Command['run'] {
  return async (session, parser) => {
    parser.space();
    const algorithm = parser.word('an algorithm');
    if (algorithm !== 'REFERENCES' && algorithm !== 'ORDEREDSUBJECT')
      throw new SyntaxFault(`${algorithm} is no way to thread`);
    parser.space();
    refuseCharset(checkCharset, parser);
    parser.space();
    const keys = parseKeys(parser);
    usesModseq(session, keys);
    const found = await findNumbers(session, keys);
    if (found.length > MOST_THREADED)
      throw new Refusal('LIMIT', `Up to ${MOST_THREADED} messages are threaded at once, narrow it down`);
    const messages = await readThreaded(session, found, byUid);
    const threads = algorithm === 'REFERENCES' ? threadByReferences(messages) : threadBySubject(messages);
    session.connection.send(`* THREAD${threads.length > 0 ? ` ${serializeThreads(threads)}` : ''}\r\n`);
    return 'Threaded';
  };
}

async function readThreaded(session: Session, found: Found[], byUid: boolean): Promise<ThreadedMessage[]> {
  const rows = await readThreadingRows(session.deps.db, {
    mailboxId: mailboxOf(session),
    folderId: selectedOf(session).folder.id,
    uids: found.map(({ uid }) => uid),
  });
  const byUids = new Map(rows.map((row) => [row.uid, row]));
  return found.flatMap(({ index, uid }) => {
    const row = byUids.get(uid);
    return row === undefined ? [] : [threaded(byUid ? uid : index + 1, row)];
  });
}

function threaded(number: number, row: ThreadingRow): ThreadedMessage {
  const { message_id: id, in_reply_to: answered, refs, sent_at: sentAt } = row;
  return {
    number,
    id,
    references: refs.length > 0 || answered === null ? refs : [answered],
    subject: readBaseSubject(row.subject),
    sentAt,
  };
}
