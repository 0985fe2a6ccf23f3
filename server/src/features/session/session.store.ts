import type { SignInProtocol } from '@bocau/contract/security.ts';
import { sql } from 'kysely';
import { LONGEST_SESSION_SECONDS } from '../../identity/security/living-sessions.store.ts';
import type { SignInMethod } from '../../platform/caller.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type SessionRow = {
  id: string;
  mailbox_id: number;
  email: string;
  kind: 'owner' | 'member';
  provider: boolean;
  domain_id: number;
  domain_verified: boolean;
  require_two_step: boolean;
  password_exposed: boolean;
  method: SignInMethod;
  created_at: number;
  proven_at: number | null;
  last_used_at: number | null;
  expires_at: number;
  ends_at: number;
};

/** A valid session; those created by the previous release have no expiry of their own. */
export async function readSession(
  db: ReadDb,
  tokenHash: Buffer,
  now: number,
): Promise<SessionRow | undefined> {
  const [row] = await readRows<SessionRow>(
    db,
    sql`
    select s.id, s.mailbox_id, m.email, m.kind, m.provider, m.domain_id, d.verified as domain_verified, s.method,
      d.require_two_step, m.password_exposed_at is not null as password_exposed,
      s.created_at, s.proven_at,
      s.last_used_at,
      s.expires_at, coalesce(s.ends_at, s.created_at + ${LONGEST_SESSION_SECONDS}) as ends_at
    from sessions s join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and m.active and d.active
      and coalesce(s.ends_at, s.created_at + ${LONGEST_SESSION_SECONDS}) > ${now}`,
  );
  return row;
}

/** Whether it would be valid if its user were not suspended. */
export async function isSuspended(db: ReadDb, tokenHash: Buffer, now: number): Promise<boolean> {
  const rows = await readRows<{ suspended: boolean }>(
    db,
    sql`
    select not (m.active and d.active) as suspended
    from sessions s join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`,
  );
  return rows[0]?.suspended === true;
}

/**
 * Whether an address belongs to the user, or was their main one during the session. The current owner of an
 * address takes precedence over a former one.
 */
export async function namesCaller(
  db: ReadDb,
  { person, session }: { person: number; session: { tokenHash: Buffer } },
  address: string,
): Promise<boolean> {
  const [row] = await readRows<{ own: boolean }>(
    db,
    sql`
    select coalesce(
      (select a.mailbox_id = ${person} from addresses a where a.address = ${address}),
      (select ${address} = any(s.former_addresses) from sessions s where s.token_hash = ${session.tokenHash}),
      false) as own`,
  );
  return row?.own === true;
}

export async function recordUse(
  tx: Tx,
  tokenHash: Buffer,
  use: { last_used_at: number; expires_at: number },
): Promise<void> {
  await tx.updateTable('sessions').set(use).where('token_hash', '=', tokenHash).execute();
}

export async function insertSession(
  tx: Tx,
  session: {
    token_hash: Buffer;
    mailbox_id: number;
    created_at: number;
    proven_at: number;
    expires_at: number;
    address: string;
    user_agent: string;
    method: SignInMethod;
    last_used_at: number;
    ends_at: number;
    protocol: SignInProtocol;
  },
): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function notifySessionsChanged(tx: Tx, channel: string, mailboxId: number): Promise<void> {
  await sql`select pg_notify(${channel}, ${String(mailboxId)})`.execute(tx);
}

/** Rotates the token of a session; false when the old one no longer exists. */
export async function renewToken(
  tx: Tx,
  tokenHash: Buffer,
  next: {
    token_hash: Buffer;
    expires_at: number;
    address: string;
    user_agent: string;
    method: SignInMethod;
    last_used_at: number;
    protocol: SignInProtocol;
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('sessions')
    .set(next)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A session opened by a program that a page uses from now on. */
export async function markUsedByPage(tx: Tx, tokenHash: Buffer, userAgent: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ protocol: 'web', user_agent: userAgent })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export type SignInMailbox = {
  id: number;
  kind: 'owner' | 'member';
  password_hash: string | null;
  active: boolean;
  /** The user's own state, whatever the domain's is. */
  person_active: boolean;
  domain_suspended_at: number | null;
  domain_suspended_reason: string | null;
  sign_outs: number;
  password_exposed_at: number | null;
};

export async function findMailboxToSignIn(db: ReadDb, email: string): Promise<SignInMailbox | undefined> {
  return db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select(['mailboxes.id', 'mailboxes.kind', 'mailboxes.password_hash', 'mailboxes.sign_outs'])
    .select(['mailboxes.password_exposed_at', 'mailboxes.active as person_active'])
    .select([
      'domains.suspended_at as domain_suspended_at',
      'domains.suspended_reason as domain_suspended_reason',
    ])
    .select((eb) =>
      eb
        .and([eb.ref('mailboxes.active'), eb.ref('domains.active')])
        .$castTo<boolean>()
        .as('active'),
    )
    .where('mailboxes.email', '=', email)
    .executeTakeFirst();
}

export async function isActiveMailbox(db: ReadDb, mailboxId: number): Promise<boolean> {
  const found = await db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select('mailboxes.id')
    .where('mailboxes.id', '=', mailboxId)
    .where('mailboxes.active', '=', true)
    .where('domains.active', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

/** The session's user has just re-authenticated. */
export async function markProven(
  tx: Tx,
  sessionId: string,
  proof: { proven_at: number; method?: SignInMethod },
): Promise<void> {
  await tx.updateTable('sessions').set(proof).where('id', '=', sessionId).execute();
}

/**
 * False when a global sign-out happened since the old password was verified: by another change of it, or to
 * lock someone out.
 */
export async function updatePasswordHash(
  tx: Tx,
  mailboxId: number,
  { passwordHash, signOuts }: { passwordHash: string; signOuts: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set({ password_hash: passwordHash, password_exposed_at: null })
    .where('id', '=', mailboxId)
    .where('sign_outs', '=', signOuts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Rehashes the same password, unless it was changed meanwhile. */
export async function replaceHash(tx: Tx, mailboxId: number, stored: string, fresh: string): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ password_hash: fresh })
    .where('id', '=', mailboxId)
    .where('password_hash', '=', stored)
    .execute();
}
