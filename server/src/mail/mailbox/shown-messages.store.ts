import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a message, by the name that the query gives it, is shown by the web: no mail program has marked it as deleted where
 * it is. Few are, and an index has these alone.
 */
export function isShown(message: 'm' | 'o'): RawBuilder<boolean> {
  const [mailbox, id, folder] = ['mailbox_id', 'id', 'folder_id'].map((name) =>
    sql.ref(`${message}.${name}`),
  );
  return sql`not exists (select from message_state d
    where d.mailbox_id = ${mailbox} and d.message_id = ${id} and d.folder_id = ${folder} and d.deleted)`;
}

/** The same of very many messages of one mailbox: where no message is marked at all, that is seen once and not for each. */
export function isShownOfMany(mailboxId: number, message: 'm'): RawBuilder<boolean> {
  return sql`(not exists (select from message_state d where d.mailbox_id = ${mailboxId} and d.deleted)
    or ${isShown(message)})`;
}
