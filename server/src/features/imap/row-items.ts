import { type MessageFacts, readMessageFacts } from '../../mail/messages/message-facts.store.ts';
import type { FetchItem, SimpleItem } from '../../platform/imap/fetch-items.ts';
import { serializeDateTime, serializeString } from '../../platform/imap/serialize.ts';
import { serializeFlags } from './flags.ts';
import type { MessageState } from './folder-state.ts';
import { emailId, threadId } from './object-ids.ts';
import { mailboxOf, type Session } from './session.ts';

/** What the rows of a message say of it. */
export type Known = {
  state: MessageState;
  /** Null where no item needs them. */
  facts: MessageFacts | null;
};

const STATE_ITEMS = ['UID', 'FLAGS', 'MODSEQ', 'INTERNALDATE', 'RFC822.SIZE'] as const satisfies SimpleItem[];
const FACT_ITEMS = ['EMAILID', 'THREADID', 'PREVIEW', 'SAVEDATE'] as const satisfies SimpleItem[];
const ROW_ITEMS: ReadonlySet<string> = new Set([...STATE_ITEMS, ...FACT_ITEMS]);

export type RowItem = { name: (typeof STATE_ITEMS | typeof FACT_ITEMS)[number] };

/** RFC 8970 section 3.1. */
const PREVIEW_CHARACTERS = 200;

/** Whether it is answered without a look at the message itself. */
export function isOfRow(item: FetchItem): item is RowItem {
  return ROW_ITEMS.has(item.name);
}

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

export function serializeRowItem({ name }: RowItem, { state, facts }: Known): string {
  switch (name) {
    case 'UID':
      return `UID ${state.uid}`;
    case 'FLAGS':
      return `FLAGS ${serializeFlags(state.flags)}`;
    case 'MODSEQ':
      return `MODSEQ (${state.modseq})`;
    case 'INTERNALDATE':
      return `INTERNALDATE ${serializeDateTime(state.receivedAt)}`;
    case 'RFC822.SIZE':
      return `RFC822.SIZE ${state.size}`;
    default:
      return serializeFact(name, facts);
  }
}

function serializeFact(name: (typeof FACT_ITEMS)[number], facts: MessageFacts | null): string {
  if (facts === null) throw new Error('an item without what it is made of');
  switch (name) {
    case 'EMAILID':
      return `EMAILID (${emailId(facts)})`;
    case 'THREADID':
      return `THREADID (${threadId(facts)})`;
    case 'PREVIEW':
      return `PREVIEW ${serializeString([...facts.snippet].slice(0, PREVIEW_CHARACTERS).join(''))}`;
    case 'SAVEDATE':
      return `SAVEDATE ${facts.saved_at === null ? 'NIL' : serializeDateTime(facts.saved_at)}`;
  }
}
