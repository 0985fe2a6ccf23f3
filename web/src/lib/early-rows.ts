/** The words of the list's first rows, which web/src/early/last-list.ts paints when the page begins. */
const LAST_LIST = 'bocau.last-list';

export function keepLastList(list: object): void {
  try {
    localStorage.setItem(LAST_LIST, JSON.stringify(list));
  } catch {
    // A browser without room keeps nothing: the next start shows an empty frame, as the first one did.
  }
}

/** The list itself is there: nothing of what stood in for it stays in the page. */
export function removeEarlyRows(): void {
  for (const row of document.querySelectorAll('#frame [data-last-seen]')) row.remove();
  document.getElementById('frame')?.classList.remove('last-seen');
}

/** Neither the page nor this device has them any more. */
export function forgetLastList(): void {
  localStorage.removeItem(LAST_LIST);
  removeEarlyRows();
}
