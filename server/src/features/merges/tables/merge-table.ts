import type { Merge, MergeColumn } from '@bocau/contract/merges.ts';

type Faults = Merge['faults'];

/** A line of a file: its number, and its cells as text. */
export type TableLine = { line: number; cells: string[] };
export type MergeTable = { columns: MergeColumn[]; lines: TableLine[]; faults: Faults };

/** What a reader answers that could be read as far as it may be. */
export type ReadLines = {
  lines: TableLine[];
  faults: Faults['first'];
  /** How many lines are left out as they are hidden. */
  hidden?: number;
};

export const FAULTS_SHOWN = 50;
