import { type MessageFacts, readMessageFacts } from '../../mail/messages/message-facts.store.ts';
import type { FetchItem, SimpleItem } from '../../platform/imap/fetch-items.ts';
import { serializeDateTime, serializeString } from '../../platform/imap/serialize.ts';
import type { MessageState } from './folder-state.ts';
import { emailId, threadId } from './object-ids.ts';
import { mailboxOf, type Session } from './session.ts';

const FACT_ITEMS: readonly SimpleItem[] = ['EMAILID', 'THREADID', 'PREVIEW', 'SAVEDATE'];

/** RFC 8970 section 3.1. */
const PREVIEW_CHARACTERS = 200;

/** Null where no item asks for them. */
export async function readFacts(
  session: Session,
  states: MessageState[],
  items: FetchItem[],
): Promise<Map<string, MessageFacts> | null> {
  if (!items.some(({ name }) => FACT_ITEMS.some((fact) => fact === name))) return null;
  const ids = states.map(({ id }) => id);
  const rows = await readMessageFacts(session.deps.db, mailboxOf(session), ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Null for an item that is none of these. */
export function writeFact(name: FetchItem['name'], facts: MessageFacts | null): string | null {
  if (facts === null) return null;
  switch (name) {
    case 'EMAILID':
      return `EMAILID (${emailId(facts)})`;
    case 'THREADID':
      return `THREADID (${threadId(facts)})`;
    case 'PREVIEW':
      return `PREVIEW ${serializeString([...facts.snippet].slice(0, PREVIEW_CHARACTERS).join(''))}`;
    case 'SAVEDATE':
      return `SAVEDATE ${facts.saved_at === null ? 'NIL' : serializeDateTime(facts.saved_at)}`;
    default:
      return null;
  }
}
