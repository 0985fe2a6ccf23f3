import type pg from 'pg';
import type { Clock } from '../clock.ts';

type Migration = { name: string; sql: string; sha256: string };

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Marks, in the first line, a file whose statements PostgreSQL refuses within a transaction (`create index
 * concurrently`).
 */
const OUTSIDE = /^-- outside a transaction\b/;

/**
 * A statement that waits for a table lock blocks everything queued behind it, even reads. So a migration
 * waits briefly for its locks, then backs off to let others through.
 */
const LOCK_TIMEOUT_MS = 1_000;
const PAUSE_MS = 2_000;
const GIVE_UP_AFTER_MS = 5 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

export type StepLimits = { lockTimeoutMs?: number; pauseMs?: number; giveUpAfterMs?: number };

export type ApplyOptions = StepLimits & {
  clock: Clock;
  /** Called before each retry, when a table stayed locked for longer than writers may wait. */
  onRetry?: (name: string, attempt: number) => void;
};

export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  options: ApplyOptions,
): Promise<void> {
  if (OUTSIDE.test(migration.sql)) {
    for (const part of splitStatements(migration.sql)) await runOutside(client, migration, part);
    await client.query('begin');
    await client.query(...recordOf(migration));
    await client.query('commit');
    return;
  }
  await retryWhileLocked(client, migration.name, options, async (lockTimeoutMs) => {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      await client.query(migration.sql);
      await client.query(...recordOf(migration));
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (isLocked(error)) throw error;
      throw explained(migration, error);
    }
  });
}

/** Runs a step until it gets its locks, with a lock timeout for each attempt. */
export async function retryWhileLocked(
  client: Pick<pg.Client, 'query'>,
  name: string,
  { clock, onRetry, ...limits }: ApplyOptions,
  step: (lockTimeoutMs: number) => Promise<void>,
): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, pauseMs = PAUSE_MS, giveUpAfterMs = GIVE_UP_AFTER_MS } = limits;
  const began = clock.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step(lockTimeoutMs);
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      if (clock.now() - began >= giveUpAfterMs) {
        const seconds = Math.round(giveUpAfterMs / 1000);
        const oldest = await oldestTransaction(client);
        throw new MigrationError(
          `${name} found its tables in use for ${seconds} s${oldest}; end that, or run it again at a quieter hour`,
          { cause },
        );
      }
      onRetry?.(name, attempt);
      await clock.sleep(pauseMs);
    }
  }
}

function isLocked(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
}

async function oldestTransaction(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ pid: number; application_name: string; seconds: number }>(`
    select pid, application_name, extract(epoch from now() - xact_start)::integer as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`);
  const [oldest] = rows;
  if (!oldest) return '';
  const { pid, application_name, seconds } = oldest;
  return `; the oldest transaction is that of PostgreSQL's process ${pid} (${application_name}), open for ${seconds} s`;
}

const NEW_INDEX =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([a-z_][a-z0-9_]*)/i;

/**
 * Each statement commits on its own, so after an interruption those already done run again. An index whose
 * build was interrupted exists but is invalid.
 */
async function runOutside(client: pg.Client, migration: Migration, { text, at }: Statement): Promise<void> {
  const [, index] = NEW_INDEX.exec(text) ?? [];
  try {
    if (index !== undefined) {
      const { rows } = await client.query<{ valid: boolean }>(
        'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
        [index],
      );
      if (rows[0]?.valid) return;
      if (rows[0]) await client.query(`drop index concurrently ${index}`);
    }
    await client.query(text);
  } catch (error) {
    throw explained(migration, error, at);
  }
}

type Statement = { text: string; at: number };

/** A statement ends with a line: the rules for such files exclude any other semicolon at the end of a line. */
function splitStatements(sql: string): Statement[] {
  const bare = sql.replace(/^[ \t]*--.*$/gm, (comment) => ' '.repeat(comment.length));
  let at = 0;
  const statements: Statement[] = [];
  for (const part of bare.split(/;(?=[ \t]*(?:\n|$))/)) {
    const text = part.trim();
    if (text !== '') statements.push({ text, at: at + part.indexOf(text) });
    at += part.length + 1;
  }
  return statements;
}

function recordOf({ name, sha256 }: Migration): [string, string[]] {
  const insert = `insert into schema_migrations (name, sha256, at) values ($1, $2, extract(epoch from now())::bigint)`;
  return [insert, [name, sha256]];
}

function explained({ name, sql }: Migration, cause: unknown, offset = 0): MigrationError {
  const { message, position } = cause as pg.DatabaseError;
  const line = position === undefined ? '' : `:${sql.slice(0, offset + Number(position)).split('\n').length}`;
  return new MigrationError(`${name}${line} failed: ${message}`, { cause });
}
