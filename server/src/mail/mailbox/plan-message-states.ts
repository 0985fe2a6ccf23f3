import type { ThreadMessage } from './list-cards.ts';

/** What mail programs see of a message besides its folder; another value is another modseq. */
export type Marks = {
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  /** Keywords, for a program. */
  label_ids: string[] | null;
};

/** Bytes never change under a uid, nor does when they came. */
type Content = { folder_id: string; received_at: number; source: number };

/** As it is kept of a message. */
export type KeptState = Marks & Content & { uid: number; deleted: boolean };

/** A message of a thread that has changed, with what mail programs were told of it before. */
export type ChangedMessage = ThreadMessage & {
  answered: boolean;
  /** The beginning of the hash of its source; null where it has none, and so nothing that a mail program could fetch. */
  source: number | null;
  state: KeptState | null;
};

export type StateRow = Marks &
  Content & {
    message_id: string;
    size: number;
    /** Null for a new one. */
    uid: number | null;
    /** How far before its folder's next uid the new one lies, once those of this change are given. */
    behind: number;
  };

export type MessageStatePlan = {
  rows: StateRow[];
  /** Those of them that had another uid: where their folder has no uids yet, they have none any longer. */
  renewed: string[];
  /** Of messages that no mail program sees any longer. */
  gone: string[];
  expunged: { folder_id: string; uid: number }[];
  /** How many new uids each folder gives. */
  uids: Map<string, number>;
};

/** Hexadecimal digits of a hash that a number holds exactly. */
export const SOURCE_DIGITS = 13;

export function sourceOf(blob: string | null): number | null {
  return blob === null ? null : Number.parseInt(blob.slice(0, SOURCE_DIGITS), 16);
}

/** Compares messages with what is kept of them; uids are given in the order of arrival. */
export function planMessageStates(messages: ChangedMessage[]): MessageStatePlan {
  const plan: MessageStatePlan = { rows: [], renewed: [], gone: [], expunged: [], uids: new Map() };
  for (const message of messages.toSorted((a, b) => a.received_at - b.received_at)) {
    const { state, source } = message;
    const moves = source === null || state === null || isOther(message, state);
    if (moves && state) plan.expunged.push({ folder_id: state.folder_id, uid: state.uid });
    if (source === null) {
      if (state) plan.gone.push(message.id);
    } else if (moves || hasOtherMarks(message, state)) {
      const uid = moves ? null : state.uid;
      if (uid === null) plan.uids.set(message.folder_id, (plan.uids.get(message.folder_id) ?? 0) + 1);
      if (moves && state) plan.renewed.push(message.id);
      plan.rows.push(rowOf(message, source, uid, plan.uids.get(message.folder_id) ?? 0));
    }
  }
  return { ...plan, rows: plan.rows.map((row) => countBack(row, plan.uids)) };
}

/** What a mail program has marked as deleted is not shown by the web; under another uid the mark is gone. */
export function isMarkedDeleted(message: ChangedMessage): boolean {
  const { state } = message;
  return state?.deleted === true && !isOther(message, state);
}

function rowOf(message: ChangedMessage, source: number, uid: number | null, place: number): StateRow {
  const {
    id: message_id,
    folder_id,
    received_at,
    size,
    unread,
    starred,
    answered,
    draft,
    label_ids,
  } = message;
  const marks = { unread, starred, answered, draft, label_ids };
  return { message_id, folder_id, received_at, source, size, ...marks, uid, behind: place };
}

/** From its place among the new uids of its folder to how far it lies before the next one. */
function countBack(row: StateRow, uids: Map<string, number>): StateRow {
  return { ...row, behind: (uids.get(row.folder_id) ?? 0) - row.behind + 1 };
}

function isOther(message: ChangedMessage, state: KeptState): boolean {
  return (
    message.folder_id !== state.folder_id ||
    message.source !== state.source ||
    message.received_at !== state.received_at ||
    message.draft !== state.draft
  );
}

function hasOtherMarks(message: ChangedMessage, state: KeptState): boolean {
  return (
    message.unread !== state.unread ||
    message.starred !== state.starred ||
    message.answered !== state.answered ||
    message.label_ids?.join() !== state.label_ids?.join()
  );
}
