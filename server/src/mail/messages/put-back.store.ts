import { type RawBuilder, sql } from 'kysely';

/** SQL on a message `m` and on the row `s` that says what it was before; what is left out stays as it is. */
export type PutBack = {
  unread?: RawBuilder<unknown>;
  starred?: RawBuilder<unknown>;
  labels?: RawBuilder<unknown>;
  /** Which messages return to their folder; those of a folder that is gone, to the inbox. */
  moved?: RawBuilder<unknown>;
  /** Which messages are as the act left them. */
  where: RawBuilder<unknown>;
};

/**
 * A step that undoes an act on messages, and returns their threads. `before` names rows of (mailbox_id, message_id,
 * unread, starred, folder_id, old_folder_id, trashed_at).
 */
export function putBackStep(before: string, inbox: string, back: PutBack): RawBuilder<unknown> {
  const { unread, starred, labels, moved, where } = back;
  const columns = [
    ...(unread ? [sql`unread = ${unread}`] : []),
    ...(starred ? [sql`starred = ${starred}`] : []),
    ...(labels ? [sql`label_ids = ${labels}`] : []),
    ...(moved ? placeBefore(moved, inbox) : []),
  ];
  return sql`
    update messages m set ${sql.join(columns)}
    from ${sql.table(before)} s
    where m.mailbox_id = s.mailbox_id and m.id = s.message_id and ${where}
    returning m.thread_id`;
}

function placeBefore(moved: RawBuilder<unknown>, inbox: string): RawBuilder<unknown>[] {
  const folder = sql`coalesce(
    (select f.id from folders f where f.mailbox_id = s.mailbox_id and f.id = s.folder_id), ${inbox})`;
  return [
    sql`folder_id = case when ${moved} then ${folder} else m.folder_id end`,
    sql`old_folder_id = case when ${moved} then s.old_folder_id else m.old_folder_id end`,
    sql`trashed_at = case when ${moved} then s.trashed_at else m.trashed_at end`,
  ];
}
