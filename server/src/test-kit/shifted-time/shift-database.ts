import { changeDatabase } from '../change-database.ts';
import { timeShift } from './time-shift.ts';

/**
 * The embedded database of this data folder, and every copy of it, uses the time of this run too: the queue
 * compares job times with its `now()`. Applies to connections made from here on.
 */
export async function shiftDatabase(dataDir: string): Promise<void> {
  await changeDatabase(
    dataDir,
    `
      create function public.now() returns timestamptz language sql stable
        return pg_catalog.now() + interval '${timeShift()} milliseconds';
      update graphile_worker._private_jobs set run_at = run_at + interval '${timeShift()} milliseconds';
      do $$ begin
        execute format('alter database %I set search_path = public, pg_catalog', current_database());
      end $$`,
  );
}
