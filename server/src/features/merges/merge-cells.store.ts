import type { MergeProblem } from '@bocau/contract/merges.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { MergeKey } from './merges.store.ts';

/** Cells of a row by the places of their columns: all of them, or those that were asked for. */
export type Cells = { readonly [at: number]: string | undefined };

export type RowInPart = {
  row: number;
  cells: Cells;
  left_out: boolean;
  problems: MergeProblem[];
  empty_fields: string[];
  address: string;
};

/** Of rows that are read at once, and looked at before others are served. */
export const STEP = { rows: 500, cells: 10_000, characters: 128 * 1024 };

/** How many rows of so many cells are dealt with at once. */
export function rowsAStep(cells: number): number {
  return Math.min(STEP.rows, Math.ceil(STEP.cells / Math.max(cells, 1)));
}

/** MM-25: a table in steps, with the cells of these columns alone: it has a hundred, of which a text names a few. */
export async function* readCells(
  db: ReadDb,
  key: MergeKey,
  columns: ReadonlySet<number>,
): AsyncGenerator<RowInPart[]> {
  // A path names one at least.
  const places = columns.size > 0 ? [...columns] : [0];
  for (let after = 0; ; ) {
    const rows = await readStep(db, key, places, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.row;
    yield rows.map(({ cells, ...row }) => ({
      ...row,
      cells: Object.fromEntries(places.map((at, index) => [at, cells[index]])),
    }));
  }
}

/** Rows behind one as far as there is room for what stands in them, and one in any case. */
async function readStep(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
  places: number[],
  after: number,
): Promise<(Omit<RowInPart, 'cells'> & { cells: string[] })[]> {
  return readRows(
    db,
    sql<Omit<RowInPart, 'cells'> & { cells: string[] }>`
    select row, cells, left_out, problems, empty_fields, address
    from (
      select p.*, coalesce(sum(length(cells::text)) over (
        order by row rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select row, jsonb_path_query_array(cells, ${`$[${places.join()}]`}::jsonpath) as cells, left_out, problems,
          empty_fields, address
        from merge_rows
        where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and row > ${after}
        order by row limit ${rowsAStep(places.length)}) p
    ) s
    where before < ${STEP.characters} order by row`,
  );
}
