import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import type { Db } from '../../tables.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** Bytes are put before the row that names them commits; what was put within this time may yet get its row. */
const GRACE_SECONDS = 24 * 3600;
const SWEEP_GRACE_SECONDS = 48 * 3600;
const BLOBS_A_STEP = 500;

/** Throws away the blobs of removed messages that nothing names any more. */
export async function collectBlobs(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - GRACE_SECONDS;
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const leavings = await readLeavings(deps.db, before, after);
    if (leavings.length === 0) return;
    after = leavings.at(-1)?.key ?? after;
    const settled: Leaving[] = [];
    for (const leaving of leavings) {
      // One that was put again lately is looked at again the next time.
      const gone = leaving.named || (await deps.blobs.removeStale(leaving.key, new Date(before * 1000)));
      if (gone) settled.push(leaving);
    }
    await forgetLeavings(deps.db, settled);
  }
}

/** Finds blobs that no row ever named, because a process died between putting them and committing. */
export async function sweepBlobs(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const olderThan = new Date((unixSeconds(deps.clock) - SWEEP_GRACE_SECONDS) * 1000);
  let removed = 0;
  let keys: string[] = [];
  const removeUnnamed = async () => {
    signal.throwIfAborted();
    for (const key of await findUnnamed(deps.db, keys)) {
      if (await deps.blobs.removeStale(key, olderThan)) removed += 1;
    }
    keys = [];
  };
  for await (const { key, modifiedAt } of deps.blobs.list()) {
    if (modifiedAt > olderThan) continue;
    keys.push(key);
    if (keys.length === BLOBS_A_STEP) await removeUnnamed();
  }
  await removeUnnamed();
  if (removed > 0) deps.log.info({ removed }, 'Removed blobs that nothing named');
}

type Leaving = { key: string; at: number; named: boolean };

async function readLeavings(db: Db, before: number, after: string): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    select encode(b.blob, 'hex') as key, b.at, ${isNamed()} as named from blob_leavings b
    where b.at < ${before} and b.blob > decode(${after}, 'hex')
    order by b.blob limit ${BLOBS_A_STEP}`.execute(db);
  return rows;
}

/** Only if nothing was added since they were read. */
async function forgetLeavings(db: Db, leavings: Leaving[]): Promise<void> {
  await sql`
    delete from blob_leavings l
    using unnest(${leavings.map(({ key }) => key)}::text[], ${leavings.map(({ at }) => at)}::bigint[]) as s(key, at)
    where l.blob = decode(s.key, 'hex') and l.at = s.at`.execute(db);
}

async function findUnnamed(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select encode(b.blob, 'hex') as key
    from (select decode(key, 'hex') as blob from unnest(${keys}::text[]) as k(key)) b
    where not ${isNamed()} and not exists (select from blob_leavings l where l.blob = b.blob)`.execute(db);
  return rows.map((row) => row.key);
}

/** Every table that names blobs stands here, or its blobs are lost. */
function isNamed() {
  return sql`(exists (select from messages m where m.blob = b.blob)
    or exists (select from attachments a where a.blob = b.blob)
    or exists (select from outbox o where o.blob = b.blob)
    or exists (select from office_previews p where p.pdf = b.blob))`;
}
