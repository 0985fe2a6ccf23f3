import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../features/session/tokens.ts';
import { inTransaction, openDatabase } from '../platform/db/database.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';

export type SignedIn = {
  email: string;
  token: string;
  inboxId: string;
  archiveId: string;
  /** Threads of the inbox. */
  threadIds: string[];
};

/** A session for every mailbox with mail in its inbox, without the cost of as many sign-ins. */
export async function openSessions(databaseUrl: string): Promise<SignedIn[]> {
  const database = openDatabase<Tables>({
    pgConfig: { connectionString: databaseUrl },
    poolSize: 1,
    log: silentLogger,
    applicationName: 'test-kit',
  });
  try {
    return await inTransaction(database.db, async (tx) => {
      const { rows } = await sql<Omit<SignedIn, 'token'> & { id: number }>`
        select m.id, m.email, i.id as "inboxId", a.id as "archiveId",
          (select array_agg(r.thread_id) from list_rows r where r.mailbox_id = m.id and r.folder_id = i.id) as "threadIds"
        from mailboxes m
        join folders i on i.mailbox_id = m.id and i.role = 'INBOX'
        join folders a on a.mailbox_id = m.id and a.role = 'Archive'
        where i.total_threads between 1 and 1000`.execute(tx);
      const signedIn = rows.map(({ id, ...mailbox }) => ({
        id,
        ...mailbox,
        token: randomBytes(32).toString('base64url'),
      }));
      await sql`
        insert into sessions (token_hash, mailbox_id, created_at, expires_at, address, user_agent, last_used_at)
        select decode(s.hash, 'hex'), s.id, t.now, t.now + 86400, '127.0.0.1', 'bench', t.now
        from unnest(${signedIn.map(({ token }) => hashToken(token).toString('hex'))}::text[],
            ${signedIn.map(({ id }) => id)}::bigint[]) as s(hash, id)
          cross join (select extract(epoch from now())::bigint as now) t`.execute(tx);
      return signedIn.map(({ id: _, ...mailbox }) => mailbox);
    });
  } finally {
    await database.close();
  }
}
