export type Row = {
  fault: string;
  turns: number;
  acknowledged: number;
  /**
   * The longest time in seconds after the fault until mail was accepted, a list was read and an act was
   * stored again.
   */
  goodAgainWithin: number;
  lost: string[];
  /** Losses are counted, but are not a fault. */
  loses: boolean;
  doubled: string[];
  /** Acts that never ended, and jobs that will never run. */
  dangling: string[];
  /** Complaints of the recount, of the blob check, or of the doctor. */
  complaints: string[];
};

const HEAD = ['fault', 'turns', 'acknowledged', 'good again within', 'lost', 'doubled', 'dangling', 'doctor'];

export function headOfTable(): string {
  return `${line(HEAD)}${line(HEAD.map(() => '---'))}`;
}

export function lineOfTable(row: Row): string {
  const { fault, turns, acknowledged, goodAgainWithin, lost, doubled, dangling, complaints } = row;
  return line([
    ...[fault, String(turns), String(acknowledged), `${goodAgainWithin.toFixed(1)} s`],
    `${lost.length}${row.loses ? ' (may be)' : ''}`,
    ...[doubled.length, dangling.length].map(String),
    complaints.length === 0 ? 'clean' : `${complaints.length} complaints`,
  ]);
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
