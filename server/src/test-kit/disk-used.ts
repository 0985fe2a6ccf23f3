import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';

/** Bytes on the disk. */
export type DiskUsed = { blobs: number; database: number; words: number };

/** The disk space of the blobs and the database, and of the word index within it. */
export async function diskUsed(dataDir: string, databaseUrl: string): Promise<DiskUsed> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Pending index entries and dead rows are not part of a mailbox at rest.
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ database: string; words: string }>(
      `select pg_database_size(current_database()) as database, pg_relation_size('message_search_words') as words`,
    );
    return {
      blobs: folderSize(join(dataDir, 'blobs')),
      database: Number(rows[0]?.database),
      words: Number(rows[0]?.words),
    };
  } finally {
    await client.end();
  }
}

/** In disk blocks, as a full disk counts them. */
function folderSize(folder: string): number {
  return Number.parseInt(execFileSync('du', ['--summarize', '--block-size=1', folder], { encoding: 'utf8' }));
}
