/** The fields that are asked for of a header, one character per byte, and the empty line behind them. */
export function filterHeader(header: string, { names, only }: { names: string[]; only: boolean }): string {
  const wanted = new Set(names);
  let kept = '';
  let keeps = false;
  for (const line of header.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (/^\r?\n?$/.test(line)) break;
    if (!/^[ \t]/.test(line)) {
      const name = line
        .slice(0, Math.max(0, line.indexOf(':')))
        .trimEnd()
        .toLowerCase();
      keeps = name !== '' && wanted.has(name) === only;
    }
    if (keeps) kept += line.endsWith('\n') ? line : `${line}\r\n`;
  }
  return `${kept}\r\n`;
}
