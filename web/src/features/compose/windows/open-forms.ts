type OpenForm = {
  /** Focuses its text. */
  take(): void;
  /** Null where its text never had the focus. */
  caret(): number | null;
};

/** The mounted forms that are not minimised. */
export const openForms = new Map<string, OpenForm>();

/** The caret in the text of a message whose form is gone, for when it is back: its send was undone. */
export const carets = new Map<string, number>();

let wanted: string | null = null;

/** Focuses a form now, or as soon as it is there, even one that would not take the focus by itself. */
export function focusForm(id: string): void {
  const form = openForms.get(id);
  wanted = form ? null : id;
  form?.take();
}

/** Whether the form was to be focused once mounted; clears that. */
export function takeWanted(id: string): boolean {
  const isWanted = wanted === id;
  if (isWanted) wanted = null;
  return isWanted;
}
