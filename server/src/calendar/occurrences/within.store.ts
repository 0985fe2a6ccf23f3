import { sql } from 'kysely';
import type { ResourceFacts, Resources } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Span } from '../occurrences/occurrences-of.ts';

/** What has no zone is shown by the clock of whoever looks: nowhere more than this from Greenwich. */
const ANYWHERE = 14 * 3600;
/** What is longer has an index of its own. */
const WEEK = 7 * 24 * 3600;

/**
 * The name of a resource of which all or a part may lie within a span. `is_in_rows`: a row says so, of what has no zone
 * wherever one is; `is_certain`: that of a time with a zone.
 */
export type NameInSpan = { name: string; is_in_rows: boolean; is_certain: boolean };

type Of = Pick<Resources, 'mailboxId' | 'collectionId'>;
type Component = 'event' | 'task';
type Asked = { components: Component[]; after: string; limit: number };

/**
 * What may happen within a span, as `f`, each object once: what a row says happens then, and series of which not all of it
 * is in rows. Tasks have no rows; a part for them that a value switches off would be planned anew with each use.
 */
function candidates({ mailboxId, collectionId }: Of, { from, to }: Span, components: Component[]) {
  const more = sql`case when kind = 'zoned' then 0 else ${ANYWHERE} end`;
  const row = sql`
    select object_id, true as is_in_rows, kind = 'zoned' as is_certain from calendar_occurrences
    where mailbox_id = ${mailboxId} and calendar_id = ${collectionId}::uuid
      and at - ${more} < ${to} and (until + ${more} > ${from} or at >= ${from})`;
  const object = sql`
    select id, false, false from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id = ${collectionId}::uuid and trashed_at is null
      and first_at < ${to + ANYWHERE} and (last_at is null or last_at >= ${from - ANYWHERE})`;
  return sql`(
    select object_id, bool_or(is_in_rows) as is_in_rows, bool_or(is_certain) as is_certain from (
      (${row} and at >= ${from - ANYWHERE - WEEK} and at < ${to + ANYWHERE} and until - at <= 604800)
      union all
      (${row} and until - at > 604800 and until > ${from - ANYWHERE})
      union all
      (${object} and repeats and spread_from > ${from})
      union all
      (${object} and repeats and spread_to < ${to})
      ${components.includes('task') ? sql`union all (${object} and component = 'task')` : sql``}
    ) one group by object_id
  ) f`;
}

/**
 * The names, in their order, of what may happen within a span. It begins at the indexes of time and looks up each object
 * that they name (hence the limit within), so that it costs what the span holds.
 */
export function readNamesWithin(
  db: ReadDb,
  of: Of,
  span: Span,
  { components, after, limit }: Asked,
): Promise<NameInSpan[]> {
  return readRows(
    db,
    sql<NameInSpan>`
    select t.name, f.is_in_rows, f.is_certain from ${candidates(of, span, components)}
    cross join lateral (
      select name from calendar_objects
      where mailbox_id = ${of.mailboxId} and id = f.object_id and calendar_id = ${of.collectionId}::uuid
        and trashed_at is null and name > ${after} and component = any(${components}::text[])
      limit 1) t
    order by t.name limit ${limit}`,
  );
}

/** What an answer says of a resource, its text where it was needed, and what rows say of it. */
type ObjectInSpan = NameInSpan & ResourceFacts;

/** The objects whose texts are needed. */
export type TextsOf = 'all' | 'not is_in_rows' | 'not is_certain' | 'none';
const NEEDS_TEXT = {
  all: sql`true`,
  'not is_in_rows': sql`not t.is_in_rows`,
  'not is_certain': sql`not t.is_certain`,
  none: sql`false`,
} satisfies Record<TextsOf, unknown>;

/**
 * The first in the order of names of what may happen within a span, with the texts that are needed as far as these come to
 * so many bytes, the first one however long; `isAll`: there is no more. One row and one statement: most ask for a month, and
 * a row for each object, or its names first, costs twice as much. Texts pass through no sort, and are read of no more than
 * the limit.
 */
export async function readFirstWithin(
  db: ReadDb,
  of: Of,
  span: Span,
  { components, limit, mostBytes, textsOf }: Omit<Asked, 'after'> & { mostBytes: number; textsOf: TextsOf },
): Promise<{ objects: ObjectInSpan[]; isAll: boolean }> {
  const bytesOfText = sql`case when ${NEEDS_TEXT[textsOf]} then octet_length(s.source) else 0 end`;
  const [packed] = await readRows(
    db,
    sql<{ names: string[]; facts: string; texts: Buffer; is_all: boolean }>`
    select coalesce(json_agg(r.name order by r.name) filter (where r.is_read), '[]') as names,
      coalesce(string_agg(concat_ws(e'\x1f', r.etag, r.kind, r.created_at, r.changed_at, r.bytes, r.is_in_rows,
        r.is_certain, r.has_text, r.schedule_tag), e'\x1e' order by r.name) filter (where r.is_read), '') as facts,
      coalesce(string_agg(r.source, ''::bytea order by r.name) filter (where r.is_read and r.has_text), ''::bytea) as texts,
      coalesce(bool_and(r.is_read), true) as is_all
    from (
      select t.*, s.source, octet_length(s.source) as bytes, ${NEEDS_TEXT[textsOf]} as has_text,
        row_number() over before <= ${limit}
          and sum(${bytesOfText}) over before - ${bytesOfText} < ${mostBytes} as is_read
      from (
        select f.is_in_rows, f.is_certain, o.id, o.name, o.etag, o.component as kind, o.created_at, o.changed_at,
          coalesce(o.schedule_tag, '') as schedule_tag
        from ${candidates(of, span, components)}
        join calendar_objects o on o.mailbox_id = ${of.mailboxId} and o.id = f.object_id
          and o.calendar_id = ${of.collectionId}::uuid and o.trashed_at is null
          and o.component = any(${components}::text[])
        order by o.name limit ${limit + 1}
      ) t
      join calendar_sources s on s.mailbox_id = ${of.mailboxId} and s.object_id = t.id
      window before as (order by t.name rows unbounded preceding)
    ) r`,
  );
  const { names, facts: all, texts, is_all: isAll } = packed as NonNullable<typeof packed>;
  // Neither tags nor kinds have these characters.
  const each = all.split('\x1e');
  let at = 0;
  const objects = names.map((name, nth) => {
    const [etag = '', kind = '', created, changed, length, inRows, certain, hasText, tag = ''] = (
      each[nth] ?? ''
    ).split('\x1f');
    const bytes = Number(length);
    const source = hasText === 't' ? texts.subarray(at, at + bytes) : null;
    at += source?.length ?? 0;
    const times = { created_at: Number(created), changed_at: Number(changed) };
    const is = { is_in_rows: inRows === 't', is_certain: certain === 't' };
    return { name, etag, kind, ...times, ...is, schedule_tag: tag === '' ? null : tag, bytes, source };
  });
  return { objects, isAll };
}
