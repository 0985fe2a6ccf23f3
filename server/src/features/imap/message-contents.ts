import { fillStructures } from '../../mail/messages/fill-structures.ts';
import { readSources } from '../../mail/messages/folder-uids.store.ts';
import { type ContentRow, readContentRows } from '../../mail/messages/structures.store.ts';
import type { FetchItem } from '../../platform/imap/fetch-items.ts';
import type { BodyPart } from '../../platform/mime/body-structure.ts';
import { isKeptField } from '../../platform/mime/kept-header.ts';
import type { MessageState } from './folder-state.ts';
import { mailboxOf, type Session } from './session.ts';

const OF_STRUCTURE: readonly FetchItem['name'][] = [
  ...(['ENVELOPE', 'BODY', 'BODYSTRUCTURE', 'BINARY', 'BINARY.SIZE'] as const),
];

/** What of a message never changes. */
export type MessageContent = {
  blob: string;
  /** The header fields that are kept, one character per byte; null where they have to be read from the source. */
  fields: string | null;
  /** Null where its fields are all that is asked for, and are kept; without parts where they are not kept. */
  root: BodyPart | null;
};

/**
 * What FETCH answers of messages are made of, by their ids; no source is opened for it. Null stands for one whose source is
 * lost; what was removed since its state was read is left out.
 */
export async function readContents(
  session: Session,
  states: MessageState[],
  items: FetchItem[],
): Promise<Map<string, MessageContent | null>> {
  const { db } = session.deps;
  const ids = states.map(({ id }) => id);
  if (items.every(isOfWhole)) {
    const sizes = new Map(states.map(({ id, size }) => [id, size]));
    const sources = await readSources(db, mailboxOf(session), ids);
    return new Map(sources.map(({ id, blob }) => [id, wholeOf(blob, sizes.get(id) ?? 0)]));
  }
  const asked = { parts: !isOfKeptFields(items), fields: items.some(asksForFields) };
  const rows = await readDescribed(session, ids, asked);
  return new Map(
    rows.map(({ id, blob, isDescribed, root, fields }) => [
      id,
      isDescribed ? { blob, fields: fields?.toString('latin1') ?? null, root } : null,
    ]),
  );
}

export function rootOf({ root }: MessageContent): BodyPart {
  if (root === null) throw new Error('a structure that was not asked for');
  return root;
}

/** Whether items are answered from the fields that are kept, or from no content at all. */
export function isOfKeptFields(items: FetchItem[]): boolean {
  return items.every((item) => {
    if (item.name === 'ENVELOPE') return true;
    if (item.name !== 'BYTES') return !OF_STRUCTURE.includes(item.name);
    const { path, fields } = item.section;
    return path.length === 0 && fields?.only === true && fields.names.every(isKeptField);
  });
}

type Asked = { parts: boolean; fields: boolean };

async function readDescribed(session: Session, ids: string[], asked: Asked): Promise<ContentRow[]> {
  const { deps } = session;
  const mailboxId = mailboxOf(session);
  const rows = await readContentRows(deps.db, mailboxId, ids, asked);
  if (rows.every(({ isDescribed }) => isDescribed)) return rows;
  // Mail of an earlier release, which the rebuild job has not described yet.
  await fillStructures(deps, mailboxId, ids);
  return readContentRows(deps.db, mailboxId, ids, asked);
}

function wholeOf(blob: string, size: number): MessageContent {
  return { blob, fields: null, root: { type: 'text/plain', start: 0, body: 0, end: size } };
}

function isOfWhole(item: FetchItem): boolean {
  if (item.name !== 'BYTES') return !OF_STRUCTURE.includes(item.name);
  const { path, of } = item.section;
  return path.length === 0 && of === null;
}

function asksForFields(item: FetchItem): boolean {
  return item.name === 'ENVELOPE' || (item.name === 'BYTES' && item.section.fields !== null);
}
