import { useEffect } from 'react';
import { createStore } from '../lib/store.ts';
import { useUnloadWarning } from './use-unload-warning.ts';

/** How many forms of the page hold what is not saved yet. */
export const unsavedForms = createStore(0);

export const hasUnsavedForm = (): boolean => unsavedForms.get() > 0;

/**
 * AU-12: a form that is saved by a call of its own. The page is not begun anew beneath it, even where one has to sign in again;
 * `unsaved` until the server has it.
 */
export function useUnsavedForm(unsaved: boolean): void {
  useUnloadWarning(unsaved);
  useEffect(() => (unsaved ? holdUnsavedForm() : undefined), [unsaved]);
}

/** One more form counts until the returned function is called: of what is asked about it once it is off the screen. */
export function holdUnsavedForm(): () => void {
  unsavedForms.set(unsavedForms.get() + 1);
  return () => unsavedForms.set(unsavedForms.get() - 1);
}
