import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { KEY_ID_BYTES } from '../../platform/secrets/secret-box.ts';
import type { ReadDb } from '../../tables.ts';

/** `key` is the id of their key, in hex. */
export type SealedSecrets = { what: string; key: string; count: number };

/** The number of secrets per encryption key, by kind. */
export async function countSealedSecrets(db: ReadDb): Promise<SealedSecrets[]> {
  return readRows(
    db,
    sql<SealedSecrets>`
    select what, encode(substring(sealed from 1 for ${KEY_ID_BYTES}::integer), 'hex') as key, count(*)::integer as count
    from (
      select 'second steps' as what, totp_secret as sealed from second_steps where totp_secret is not null
      union all
      select 'links of shares', token_sealed from drive_shares where token_sealed is not null
      union all
      select 'links of calendars', token_sealed from calendar_links
      union all
      select 'addresses of subscribed calendars', url_sealed from calendar_subscriptions
      union all
      select 'DKIM keys', private_key from domain_keys
      union all
      select 'secrets of single sign-on', client_secret from sign_on_providers where client_secret is not null
    ) secrets
    group by 1, 2 order by 1, 2`,
  );
}
