import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type SessionRow = { mailbox_id: number; email: string; domain_verified: boolean; expires_at: number };

export async function readSession(db: Db, tokenHash: Buffer, now: number): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.mailbox_id, m.email, d.verified as domain_verified, s.expires_at
    from sessions s join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and m.active and d.active`.execute(db);
  return rows[0];
}

export async function extendSession(db: Db, tokenHash: Buffer, expiresAt: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function insertSession(
  db: Db,
  session: {
    token_hash: Buffer;
    mailbox_id: number;
    created_at: number;
    expires_at: number;
    address: string;
    user_agent: string;
  },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Puts a session under another token; false where there is none under the old one any more. */
export async function renewToken(
  db: Db,
  tokenHash: Buffer,
  next: { token_hash: Buffer; expires_at: number; address: string; user_agent: string },
): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set(next)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type SignInMailbox = { id: number; password_hash: string | null; active: boolean };

export async function findMailboxToSignIn(db: Db, email: string): Promise<SignInMailbox | undefined> {
  return db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select(['mailboxes.id', 'mailboxes.password_hash'])
    .select((eb) =>
      eb
        .and([eb.ref('mailboxes.active'), eb.ref('domains.active')])
        .$castTo<boolean>()
        .as('active'),
    )
    .where('mailboxes.email', '=', email)
    .executeTakeFirst();
}

export async function insertSignIn(
  db: Db,
  entry: {
    at: number;
    email: string;
    address: string;
    user_agent: string;
    mailbox_id: number | null;
    succeeded: boolean;
  },
): Promise<void> {
  await db.insertInto('sign_ins').values(entry).execute();
}

export type Failures = {
  /** Of this email from this address, of this email from anywhere, of this address for any email. */
  together: number;
  email: number;
  address: number;
  latest_together: number | null;
  /** This address has signed in to this email lately. */
  familiar: boolean;
};

/** Wrong passwords since the last right one from the same place, within the window. */
export async function countFailures(
  db: Db,
  email: string,
  address: string,
  since: number,
  familiarSince: number,
): Promise<Failures> {
  const { rows } = await sql<Failures>`
    with last_right as (
      select coalesce(max(at), 0) as at from sign_ins
      where email = ${email} and address = ${address} and succeeded and at >= ${familiarSince}
    ), by_email as (
      select address, at from sign_ins where email = ${email} and not succeeded and at >= ${since}
    )
    select
      (select count(*) from by_email, last_right where address = ${address} and by_email.at >= last_right.at)::integer
        as together,
      (select max(by_email.at) from by_email where address = ${address}) as latest_together,
      (select count(*) from by_email)::integer as email,
      (select count(*) from sign_ins where address = ${address} and not succeeded and at >= ${since})::integer
        as address,
      (select at > 0 from last_right) as familiar`.execute(db);
  return rows[0] as Failures;
}
