/** Whether the page contains typed text that may be stored nowhere else. */
export function holdsTypedText(page: Document): boolean {
  const focused = page.activeElement;
  if (focused instanceof HTMLInputElement && focused.value !== '') return true;
  if ([...page.querySelectorAll('textarea')].some((field) => field.value !== '')) return true;
  const editors = page.querySelectorAll('[contenteditable="true"]');
  return [...editors].some((editor) => (editor.textContent ?? '').trim() !== '');
}
