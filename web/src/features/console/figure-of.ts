/** Null where nothing is typed, which means the default; undefined where it is no number up to `most`. */
export function figureOf(typed: string, most: number): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const figure = /^\d+$/.test(text) ? Number(text) : 0;
  return figure >= 1 && figure <= most ? figure : undefined;
}
