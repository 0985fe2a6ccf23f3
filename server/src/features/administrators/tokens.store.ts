import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

export type NewToken = Omit<Tables['admin_tokens'], 'revoked_at' | 'last_used_at'>;

/** False when an unrevoked token has the same name. */
export async function insertToken(tx: Tx, token: NewToken): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('admin_tokens')
    .values({ ...token, revoked_at: null, last_used_at: null })
    .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type FoundToken = {
  id: string;
  name: string;
  scopes: string[];
  domain_id: number | null;
  last_used_at: number | null;
};

/** A valid token: neither revoked nor expired, and its domain is not closed. */
export async function findToken(db: ReadDb, tokenHash: Buffer, now: number): Promise<FoundToken | undefined> {
  const [token] = await readRows<FoundToken>(
    db,
    sql`
    select t.id, t.name, t.scopes, t.domain_id, t.last_used_at from admin_tokens t
    left join domains d on d.id = t.domain_id
    where t.token_hash = ${tokenHash} and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > ${now}) and coalesce(d.active, true)`,
  );
  return token;
}

export async function noteUse(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('admin_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function revokeToken(
  tx: Tx,
  name: string,
  now: number,
): Promise<{ domain_id: number | null } | undefined> {
  return tx
    .updateTable('admin_tokens')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('domain_id')
    .executeTakeFirst();
}

export type TokenRow = Omit<NewToken, 'token_hash' | 'domain_id'> & {
  domain: string | null;
  last_used_at: number | null;
};

export async function readTokens(db: ReadDb): Promise<TokenRow[]> {
  return db
    .selectFrom('admin_tokens')
    .leftJoin('domains', 'domains.id', 'admin_tokens.domain_id')
    .select(['admin_tokens.id', 'admin_tokens.name', 'scopes', 'domains.name as domain'])
    .select(['admin_tokens.created_at', 'expires_at', 'last_used_at'])
    .where('revoked_at', 'is', null)
    .orderBy('admin_tokens.name')
    .execute();
}
