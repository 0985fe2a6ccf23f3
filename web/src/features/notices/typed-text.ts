/** Whether the page holds words that were typed and may be nowhere else. */
export function holdsTypedText(page: Document): boolean {
  const focused = page.activeElement;
  if (focused instanceof HTMLInputElement && focused.value !== '') return true;
  if ([...page.querySelectorAll('textarea')].some((field) => field.value !== '')) return true;
  const editors = page.querySelectorAll('[contenteditable="true"]');
  return [...editors].some((editor) => (editor.textContent ?? '').trim() !== '');
}
