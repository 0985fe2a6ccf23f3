/** Null where nothing is typed, which is what is usual; undefined where it is no figure up to `most`. */
export function figureOf(typed: string, most: number): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const figure = /^\d+$/.test(text) ? Number(text) : 0;
  return figure >= 1 && figure <= most ? figure : undefined;
}
