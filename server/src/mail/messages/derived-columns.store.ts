import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import type { Tx } from '../../tables.ts';
import { structuresRemoved } from './structures.store.ts';

/** Writes only what differs. */
export async function writeWords(
  tx: Tx,
  mailboxId: number,
  messages: { id: string; words: string }[],
): Promise<void> {
  await sql`
    update message_search s set words = g.words::tsvector
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ words }) => words)}::text[]) as g(id, words)
    where s.mailbox_id = ${mailboxId} and s.message_id = g.id and s.words <> g.words::tsvector`.execute(tx);
}

export async function writeSnippets(
  tx: Tx,
  mailboxId: number,
  messages: { id: string; snippet: string }[],
): Promise<void> {
  await sql`
    update messages m set snippet = g.snippet
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ snippet }) => snippet)}::text[])
      as g(id, snippet)
    where m.mailbox_id = ${mailboxId} and m.id = g.id`.execute(tx);
}

export type Body = { id: string; body: string | null; is_html: boolean; clipped: boolean };

/** Writes only what differs, and only of messages that say what was read from their source. */
export async function writeBodies(tx: Tx, mailboxId: number, bodies: Body[]): Promise<void> {
  await sql`
    update message_contents c set body = g.body, body_is_html = g.is_html, body_clipped = g.clipped
    from json_to_recordset(${JSON.stringify(bodies)}) as g(id uuid, body text, is_html boolean, clipped boolean)
    where c.mailbox_id = ${mailboxId} and c.message_id = g.id
      and (c.body, c.body_is_html, c.body_clipped) is distinct from (g.body, g.is_html, g.clipped)`.execute(
    tx,
  );
}

/** Writes only what differs. */
export async function writeNewsletters(
  tx: Tx,
  mailboxId: number,
  messages: { id: string; newsletter: string | null }[],
): Promise<void> {
  await sql`
    update messages m set newsletter = g.newsletter
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ newsletter }) => newsletter)}::text[])
      as g(id, newsletter)
    where m.mailbox_id = ${mailboxId} and m.id = g.id and m.newsletter is distinct from g.newsletter`.execute(
    tx,
  );
}

/** A message's source in other bytes; `before` is the blob that they were made from. */
export type RewrittenSource = { id: string; threadId: string; before: string; blob: string; size: number };

/** Answers by how many bytes the messages have grown. */
export async function writeSources(
  tx: Tx,
  mailboxId: number,
  sources: RewrittenSource[],
  now: number,
): Promise<number> {
  const { rows } = await sql<{ grown: number }>`
    with given as (
      select id, decode(before, 'hex') as before, decode(blob, 'hex') as blob, size
      from json_to_recordset(${JSON.stringify(sources)}) as g(id uuid, before text, blob text, size integer)
    ), found as (
      select m.id, g.before, g.blob, g.size, m.size as size_before from given g
      join messages m on m.mailbox_id = ${mailboxId} and m.id = g.id and m.blob = g.before
    ), rewritten as (
      update messages m set blob = f.blob, size = f.size from found f
      where m.mailbox_id = ${mailboxId} and m.id = f.id
    ), orphaned as (${orphanBlobs(sql`select before as blob from found`, now)}
    ), unstructured as (${structuresRemoved(mailboxId, sql`select id from found`)})
    select coalesce(sum(size - size_before), 0)::bigint as grown from found`.execute(tx);
  return rows[0]?.grown ?? 0;
}
