import type pg from 'pg';
import type { Schema } from './find-unscoped.ts';

/**
 * Tables with a `mailbox_id` that are not mail: they identify a person before the mailbox is known, by
 * address or by credential, or hold what whole domains share, as rooms that nobody may book twice. They stay complete
 * on every node.
 */
const ACCOUNT_TABLES = [
  'addresses',
  'sessions',
  'memberships',
  'sign_ins',
  'sign_in_challenges',
  'app_passwords',
  'profile_links',
  'passkeys',
  'passkey_challenges',
  'reset_links',
  'sign_on_links',
  'avatars',
  'directory_entries',
  'push_subscriptions',
  'drive_office_tokens',
  'calendar_bookings',
];

/** The tables in PostgreSQL's catalogue: those with a `mailbox_id` are mail, except the tables of accounts. */
export async function readSchema(client: pg.ClientBase): Promise<Schema> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    group by c.relname order by c.relname`);
  const mail = rows.filter(
    ({ name, columns }) => columns.includes('mailbox_id') && !ACCOUNT_TABLES.includes(name),
  );
  return {
    columns: new Map(rows.map(({ name, columns }) => [name, columns])),
    mailTables: new Set(mail.map(({ name }) => name)),
  };
}
