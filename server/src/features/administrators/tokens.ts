import type { AdminScope } from '@bocau/contract/endpoint.ts';
import { type RecordedAct, recordActs } from '../../identity/administration/record-acts.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { Db, Tx } from '../../tables.ts';
import { hashAdminToken, newAdminToken } from './secret.ts';
import * as store from './tokens.store.ts';

type Deps = { db: Db; clock: Clock };
const DAY_SECONDS = 86_400;

export type TokenWish = {
  name: string;
  scopes: AdminScope[];
  /** The domain that it gives access to; null means the whole installation. */
  domainId: number | null;
  expiresInDays: number | null;
};

/** Returns the token; only its hash is stored. */
export async function addToken({ db, clock }: Deps, wish: TokenWish, actor: Actor): Promise<string> {
  const token = newAdminToken();
  const at = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const isNew = await store.insertToken(tx, {
      id: newId(clock),
      name: wish.name,
      token_hash: hashAdminToken(token),
      scopes: wish.scopes,
      domain_id: wish.domainId,
      created_at: at,
      expires_at: wish.expiresInDays === null ? null : at + wish.expiresInDays * DAY_SECONDS,
    });
    if (!isNew) throw new Failure('already_exists', `There is a token ${wish.name} already`);
    const act: RecordedAct = { act: 'token_added', after: wish.scopes.join(',') };
    await record(tx, { name: wish.name, domainId: wish.domainId }, { actor, at }, act);
  });
  return token;
}

/** Takes effect with the next call. */
export async function revokeToken({ db, clock }: Deps, name: string, actor: Actor): Promise<void> {
  const at = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const revoked = await store.revokeToken(tx, name, at);
    if (!revoked) throw new Failure('not_found', `There is no token ${name}`);
    await record(tx, { name, domainId: revoked.domain_id }, { actor, at }, { act: 'token_revoked' });
  });
}

function record(
  tx: Tx,
  target: { name: string; domainId: number | null },
  by: { actor: Actor; at: number },
  act: RecordedAct,
): Promise<void> {
  return recordActs(tx, target, by, [act]);
}
