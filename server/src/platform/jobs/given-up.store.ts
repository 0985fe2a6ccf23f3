import { type RawBuilder, sql } from 'kysely';

/**
 * A flag of a job that was running when another one took its place. It has no attempts left then, so that it isn't tried
 * again if it fails or its process is killed, and nothing was given up: the other one does the work.
 */
export const SUPERSEDED = 'superseded';

/** Whether a job `j` was given up. */
export const GIVEN_UP: RawBuilder<boolean> = sql`
  (j.attempts >= j.max_attempts and j.locked_at is null and (j.flags ? ${sql.lit(SUPERSEDED)}) is not true)`;
