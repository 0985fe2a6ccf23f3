/** The mounted forms that are not minimised, each with the function that focuses its text. */
export const openForms = new Map<string, () => void>();

/** The caret in the text of a sent message, restored when the send is undone. */
export const carets = new Map<string, number>();

let wanted: string | null = null;

/** Focuses a form now, or as soon as it is there, even one that would not take the focus by itself. */
export function focusForm(id: string): void {
  const take = openForms.get(id);
  wanted = take ? null : id;
  take?.();
}

/** Whether the form was to be focused once mounted; clears that. */
export function takeWanted(id: string): boolean {
  const isWanted = wanted === id;
  if (isWanted) wanted = null;
  return isWanted;
}
