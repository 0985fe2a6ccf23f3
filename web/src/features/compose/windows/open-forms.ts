/** The forms that are shown, and how each takes the keys into its text. */
export const openForms = new Map<string, () => void>();

/** Where the caret stood in the text of a message that went, for when it is taken back. */
export const carets = new Map<string, number>();

let wanted: string | null = null;

/** One that is there already, or as soon as it is there: also one that would leave the focus where it is by itself. */
export function focusForm(id: string): void {
  const take = openForms.get(id);
  wanted = take ? null : id;
  take?.();
}

/** Whether somebody waits to write in it. */
export function takeWanted(id: string): boolean {
  const isWanted = wanted === id;
  if (isWanted) wanted = null;
  return isWanted;
}
