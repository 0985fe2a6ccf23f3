import { fillStructures } from '../../mail/messages/fill-structures.ts';
import { readSources } from '../../mail/messages/folder-uids.store.ts';
import { readHeaderFields, readStructures } from '../../mail/messages/structures.store.ts';
import type { FetchItem } from '../../platform/imap/fetch-items.ts';
import type { BodyPart } from '../../platform/mime/body-structure.ts';
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
  root: BodyPart;
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
  const sources = await readSources(db, mailboxOf(session), ids);
  const sizes = new Map(states.map(({ id, size }) => [id, size]));
  if (items.every(isOfWhole)) {
    const contents = sources.map(({ id, blob }) => [id, wholeOf(blob, sizes.get(id) ?? 0)] as const);
    return new Map(contents);
  }
  const roots = await readRoots(session, ids);
  const fields = items.some(asksForFields) ? await readHeaderFields(db, mailboxOf(session), ids) : [];
  const fieldsOf = new Map(fields.map((row) => [row.id, row.fields?.toString('latin1') ?? null]));
  return new Map(
    sources.map(({ id, blob }) => {
      const root = roots.get(id);
      return [id, root === undefined ? null : { blob, root, fields: fieldsOf.get(id) ?? null }];
    }),
  );
}

async function readRoots(session: Session, ids: string[]): Promise<Map<string, BodyPart>> {
  const { deps } = session;
  const mailboxId = mailboxOf(session);
  let rows = await readStructures(deps.db, mailboxId, ids);
  if (rows.length < ids.length) {
    // Mail of an earlier release, which the rebuild job has not described yet.
    await fillStructures(deps, mailboxId, ids);
    rows = await readStructures(deps.db, mailboxId, ids);
  }
  return new Map(rows.map(({ id, root }) => [id, root]));
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
