import { say } from '../../../i18n/i18n.ts';
import { after } from '../../../lib/timers.ts';
import { LEFT_PLACE } from '../../../parts/compose/left-place-key.ts';
import type { TypedAhead } from '../../../parts/keyboard/take-keys.ts';
import { holdKeys } from '../../../parts/keyboard/typed-ahead.ts';
import { carets, focusForm, openForms } from './open-forms.ts';

/** `field`: its place among the fields of the window, or null in the text. */
type LeftPlace = { window: string; field: number | null; caret: number | null };

/** The keys are the page's again where the message does not come, as its conversation is gone. */
const PATIENCE_MS = 20_000;

let leftField: (LeftPlace & { field: number }) | null = null;

/** Keeps where a message is written over the reload that a new session begins with. */
export function keepPlace(written: Element): void {
  const root = written.closest<HTMLElement>('[data-compose]');
  const window = root?.dataset['compose'];
  if (!root || window === undefined) return;
  const field = fieldsOf(root).indexOf(written as HTMLInputElement);
  const place: LeftPlace =
    field === -1
      ? { window, field: null, caret: openForms.get(window)?.caret() ?? null }
      : { window, field, caret: (written as HTMLInputElement).selectionStart };
  sessionStorage.setItem(LEFT_PLACE, JSON.stringify(place));
}

/** Holds the keys, before the page takes any for its own, until the form of the message is there. */
export function returnToPlace(): void {
  const kept = sessionStorage.getItem(LEFT_PLACE);
  sessionStorage.removeItem(LEFT_PLACE);
  if (kept === null) return;
  const { window, field, caret } = JSON.parse(kept) as LeftPlace;
  if (field !== null) leftField = { window, field, caret };
  else if (caret !== null) carets.set(window, caret);
  focusForm(window);
  after(PATIENCE_MS, holdKeys('message', say('common.loading')));
}

/** Goes on in the field of a message that was left; false where it was left in its text. */
export function typeIntoLeftField(window: string, { text, afterCaret, goesOn }: TypedAhead): boolean {
  if (leftField?.window !== window) return false;
  const root = document.querySelector(`[data-compose="${window}"]`);
  const field = root && fieldsOf(root)[leftField.field];
  const at = Math.min(leftField.caret ?? Number.POSITIVE_INFINITY, field?.value.length ?? 0);
  leftField = null;
  if (!field) return false;
  if (goesOn) field.focus();
  field.setRangeText(text, at, at);
  field.setSelectionRange(at + text.length - afterCaret, at + text.length - afterCaret);
  // React would put the former value back if it was told while it renders.
  if (text !== '') queueMicrotask(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  return true;
}

function fieldsOf(root: Element): HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>('input:not([type="file"], [type="checkbox"])')];
}
