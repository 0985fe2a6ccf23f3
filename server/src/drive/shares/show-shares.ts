import type { Share } from '@bocau/contract/shares.ts';
import { readLinkRules } from '../../kernel/link-rules.store.ts';
import { closedByRules } from '../../kernel/link-rules.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { ReadDb } from '../../tables.ts';
import { openShareToken } from './share-secrets.ts';
import { readSharedEntries, readSharePeople, type ShareRow } from './shares.store.ts';

export type ShowDeps = { db: ReadDb; clock: Clock; secrets: SecretBox | null; publicUrl: string };

/** Shares as their owner sees them, including the link. */
export async function showShares(deps: ShowDeps, mailboxId: number, rows: ShareRow[]): Promise<Share[]> {
  const ids = rows.map(({ id }) => id);
  const [entries, people, rules] = await Promise.all([
    readSharedEntries(deps.db, mailboxId, ids),
    readSharePeople(deps.db, mailboxId, ids),
    readLinkRules(deps.db, mailboxId),
  ]);
  const now = unixSeconds(deps.clock);
  return rows.map((row) => ({
    id: row.id,
    state: row.state === 'active' && row.expires_at !== null && row.expires_at <= now ? 'expired' : row.state,
    permission: row.permission,
    entries: entries
      .filter(({ share_id }) => share_id === row.id)
      .map(({ id, name, is_folder }) => ({ id, name, type: is_folder ? 'folder' : 'file' })),
    share_withs: people
      .filter(({ share_id }) => share_id === row.id)
      .map(({ email, name, inside, left }) => ({ email, name, inside, ...(left ? { left } : {}) })),
    has_password: row.password_hash !== null,
    expire_date: row.expires_at,
    link: linkOf(deps, mailboxId, row),
    created_at: row.created_at,
    opens: row.opens,
    opened_at: row.opened_at,
    revoked_by: row.revoked_by,
    // Only one with a password opens anything outside.
    outside_closed: row.password_hash === null ? null : closedByRules(rules, row, now),
  }));
}

function linkOf({ secrets, publicUrl }: ShowDeps, mailboxId: number, row: ShareRow): string | null {
  const token = openShareToken(secrets, mailboxId, row.token_sealed);
  return token === null ? null : shareAddress(publicUrl, token);
}

export function shareAddress(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/s/${token}`;
}
