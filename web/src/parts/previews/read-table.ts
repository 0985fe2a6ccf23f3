/** Maximum rows; anything longer is for a spreadsheet program. */
const ROWS = 2000;

export type Table = { rows: string[][]; cut: boolean };

/** Parses comma-, semicolon- or tab-separated values (RFC 4180); the first line determines the separator. */
export function readTable(text: string): Table {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] as string;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && source[at + 1] === '\n') at += 1;
      rows.push([...row, cell]);
      row = [];
      cell = '';
      if (rows.length === ROWS) return { rows, cut: at < source.length - 1 };
    } else cell += letter;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return { rows, cut: false };
}

function separatorOf(source: string): string {
  const [line = ''] = source.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
