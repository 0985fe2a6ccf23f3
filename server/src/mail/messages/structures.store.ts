import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { BodyPart, MessageStructure } from '../../platform/mime/body-structure.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** The structure of a message whose source that is. */
export type SourceStructure = MessageStructure & { id: string; blob: string };

/** `fields` in Base64. */
type GivenStructure = { id: string; fields: string | null; structure: string };

/** The columns of a message that is inserted; null where it has no source. */
export function structureColumns(structure: MessageStructure | null): {
  fields: string | null;
  structure: string | null;
} {
  const fields = structure?.fields ?? null;
  return {
    fields: fields === null ? null : Buffer.from(fields, 'latin1').toString('base64'),
    structure: structure?.structure ?? null,
  };
}

/** A step of the statement that takes the source of messages away; `ids` selects them. */
export function structuresRemoved(mailboxId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`delete from message_structures where mailbox_id = ${mailboxId} and message_id in (${ids})`;
}

/** A step of the statement that gives a message a source. */
export function structureWritten(
  mailboxId: number,
  messageId: string,
  structure: MessageStructure,
): RawBuilder<unknown> {
  const { fields, structure: parts } = structureColumns(structure);
  return sql`
    insert into message_structures (mailbox_id, message_id, fields, structure)
    values (${mailboxId}, ${messageId}, decode(${fields}, 'base64'), ${parts}::json)
    on conflict (mailbox_id, message_id) do update set fields = excluded.fields, structure = excluded.structure`;
}

/** Writes those of messages that still have that source, and only what differs. */
export async function writeStructures(
  tx: Tx,
  mailboxId: number,
  structures: SourceStructure[],
): Promise<void> {
  if (structures.length === 0) return;
  const given: (GivenStructure & { blob: string })[] = structures.map(({ id, blob, fields, structure }) => ({
    ...{ id, blob, structure },
    fields: structureColumns({ fields, structure }).fields,
  }));
  await sql`
    insert into message_structures as s (mailbox_id, message_id, fields, structure)
    select m.mailbox_id, m.id, decode(g.fields, 'base64'), g.structure::json
    from json_to_recordset(${JSON.stringify(given)}) as g(id uuid, blob text, fields text, structure text)
    join messages m on m.mailbox_id = ${mailboxId} and m.id = g.id and m.blob = decode(g.blob, 'hex')
    on conflict (mailbox_id, message_id) do update set fields = excluded.fields, structure = excluded.structure
      where (s.fields, s.structure::text) is distinct from (excluded.fields, excluded.structure::text)`.execute(
    tx,
  );
}

/** Of the messages that have a source, those whose structure is not known. */
export async function findUnstructured(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<{ id: string; blob: string; size: number }[]> {
  return readRows(
    db,
    sql<{ id: string; blob: string; size: number }>`
    select m.id, encode(m.blob, 'hex') as blob, m.size from messages m
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and m.blob is not null
      and not exists (select from message_structures s where s.mailbox_id = m.mailbox_id and s.message_id = m.id)`,
  );
}

export type StructureRow = { id: string; root: BodyPart };

/** The parts of those messages whose structure is known, in no order. */
export async function readStructures(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<StructureRow[]> {
  return readRows(
    db,
    sql<StructureRow>`
    select message_id as id, structure as root from message_structures
    where mailbox_id = ${mailboxId} and message_id = any(${messageIds}::uuid[])`,
  );
}

/** Of a structure `s`. */
const WHERE_HEADER_IS = sql`case when s.fields is null then json_build_object('type', s.structure->'type',
  'start', s.structure->'start', 'body', s.structure->'body', 'end', s.structure->'end') end`;

/** What FETCH answers of a message are made of. `fields`: null where they were not asked for, or are too long to be kept. */
export type ContentRow = {
  id: string;
  blob: string;
  isDescribed: boolean;
  root: BodyPart | null;
  fields: Buffer | null;
};

/**
 * Of those messages that have a source, in no order. Without `parts`, of a message whose fields are not kept the root says
 * no more than where its header is, and of others there is none.
 */
export async function readContentRows(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
  asked: { parts: boolean; fields: boolean },
): Promise<ContentRow[]> {
  return readRows(
    db,
    sql<ContentRow>`
    select m.id, encode(m.blob, 'hex') as blob, s.message_id is not null as "isDescribed",
      ${asked.parts ? sql`s.structure` : WHERE_HEADER_IS} as root, ${asked.fields ? sql`s.fields` : sql`null`} as fields
    from messages m
    left join message_structures s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and m.blob is not null`,
  );
}

/** `fields`: those that are kept, as they stand in the source; null where the header has to be read there. */
export type HeaderFieldsRow = { id: string; fields: Buffer | null };

/** The header fields of those messages whose structure is known, in no order. */
export async function readHeaderFields(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<HeaderFieldsRow[]> {
  return readRows(
    db,
    sql<HeaderFieldsRow>`
    select message_id as id, fields from message_structures
    where mailbox_id = ${mailboxId} and message_id = any(${messageIds}::uuid[])`,
  );
}
