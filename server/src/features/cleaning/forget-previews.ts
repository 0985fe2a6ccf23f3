import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** One that is being made, or was lately, may be of a file that comes back with the next mail. */
const KEPT_SECONDS = 24 * 3600;
const PREVIEWS_A_STEP = 500;

/** Forgets previews of documents that no message has any more; their PDFs are then thrown away as other blobs are. */
export async function forgetPreviews(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await inTransaction(deps.db, (tx) =>
      sql<{ forgotten: number }>`
        with forgotten as (
          delete from office_previews where source in (
            select p.source from office_previews p
            where p.at < ${now - KEPT_SECONDS} and not exists (select from attachments a where a.blob = p.source)
            limit ${PREVIEWS_A_STEP})
          returning pdf
        ), leavings as (
          insert into blob_leavings (blob, at) select distinct pdf, ${now}::bigint from forgotten where pdf is not null
          on conflict (blob) do update set at = excluded.at
        )
        select count(*)::integer as forgotten from forgotten`.execute(tx),
    );
    if ((rows[0]?.forgotten ?? 0) < PREVIEWS_A_STEP) return;
  }
}
