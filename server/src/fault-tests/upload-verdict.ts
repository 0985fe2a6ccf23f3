import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { createContext } from '../context.ts';
import { openChunks } from '../drive/chunks/open-chunks.ts';
import { recountDrive } from '../drive/recount/recount-drive.ts';
import { expireUploads } from '../drive/uploads/expire-uploads.ts';
import { collectBlobs, sweepBlobs } from '../features/cleaning/collect-blobs.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { silentLogger } from '../platform/logger.ts';

export type SentFile = { entry: string; size: number; hash: string };

type Asked = { dataDir: string; env: Record<string, string>; mailbox: number; files: SentFile[] };
type Row = { entry: string; version: string; size: number };

/** Everything temporary has expired by then. */
const LATER_MS = 9 * 24 * 3600_000;

/** The faults after the garbage collection of blobs; should be empty. */
export async function findUploadDamage({ dataDir, env, mailbox, files }: Asked): Promise<string[]> {
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + LATER_MS };
  const config = readConfig(readEnv({ DATA_DIR: dataDir, ROLES: 'jobs', DATABASE_POOL: '4', ...env }));
  const parts = await createContext(config, { clock, log: silentLogger });
  const faults: string[] = [];
  try {
    const { signal } = new AbortController();
    await expireUploads(parts, signal);
    await collectBlobs(parts, signal);
    await sweepBlobs(parts, signal);
    const db = kyselyOf(parts.db);
    const { rows } = await sql<Row>`
      select e.id as entry, v.id as version, v.size from drive_entries e
      join drive_versions v on v.mailbox_id = e.mailbox_id and v.entry_id = e.id
      where e.mailbox_id = ${mailbox}`.execute(db);
    const seen = new Map(rows.map((row) => [row.entry, row]));
    if (rows.length !== files.length) faults.push(`${rows.length} versions of ${files.length} files`);
    for (const { entry, size, hash } of files) {
      const row = seen.get(entry);
      if (!row) faults.push(`${entry} is not there`);
      else if (row.size !== size) faults.push(`${entry} has ${row.size} of ${size} bytes`);
      else if ((await hashOf(parts, mailbox, row)) !== hash) faults.push(`${entry} is not what was sent`);
    }
    faults.push(...(await recountDrive(parts.db, mailbox)));
    const { rows: state } = await sql<{ used: number; reserved: number; uploads: number }>`
      select used_bytes as used, reserved_bytes as reserved,
        (select count(*)::integer from drive_uploads) as uploads
      from drive_state where mailbox_id = ${mailbox}`.execute(db);
    const used = files.reduce((sum, { size }) => sum + size, 0);
    const [found] = state;
    if (found?.used !== used || found.reserved !== 0 || found.uploads !== 0)
      faults.push(`counted ${JSON.stringify(found)} for ${used} bytes`);
    const { rows: named } = await sql<{ key: string }>`
      select distinct encode(blob, 'hex') as key from drive_chunks`.execute(db);
    const wanted = new Set(named.map(({ key }) => key));
    for await (const { key } of parts.blobs.list()) {
      if (!wanted.delete(key)) faults.push(`the chunk ${key} was left behind`);
    }
    for (const key of wanted) faults.push(`the chunk ${key} was lost`);
    return faults;
  } finally {
    await parts.close();
  }
}

async function hashOf(
  parts: Parameters<typeof openChunks>[0],
  mailbox: number,
  { version, size }: Row,
): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const part of await openChunks(parts, mailbox, version, { start: 0, end: size }))
      hash.update(part);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
