import { changeDatabase } from '@bocau/server/test-kit/change-database.ts';

/**
 * Does what `user set EMAIL provider=1` does, and marks the sessions as two-step, which providers require.
 */
export async function makeProvider(dataDir: string, email: string): Promise<void> {
  const statement = `
    with changed as (update mailboxes set provider = true where email = $1 returning id),
      proven as (update sessions set method = 'password_and_code' where mailbox_id in (select id from changed))
    select pg_notify('sessions_changed', id::text) from changed`;
  await changeDatabase(dataDir, statement, [email]);
}
