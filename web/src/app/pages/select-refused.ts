import { ApiError } from '@bocau/contract/client.ts';

/** What was refused is typed again: the focus, which the button had, goes to it. */
export function selectRefused(form: HTMLFormElement, error: unknown): void {
  const name = error instanceof ApiError && error.code === 'code_incorrect' ? 'code' : 'password';
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
