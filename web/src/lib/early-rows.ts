/** The texts of the list's first rows, which web/src/early/last-list.ts paints when the page opens. */
const LAST_LIST = 'bocau.last-list';

export function keepLastList(list: object): void {
  try {
    localStorage.setItem(LAST_LIST, JSON.stringify(list));
  } catch {
    // Without storage, the next start shows an empty frame, like the first one.
  }
}

/** The real list is rendered: removes its placeholder from the page. */
export function removeEarlyRows(): void {
  for (const row of document.querySelectorAll('#frame [data-last-seen]')) row.remove();
  document.getElementById('frame')?.classList.remove('last-seen');
}

/** Removes the rows from the page and from this device. */
export function forgetLastList(): void {
  localStorage.removeItem(LAST_LIST);
  removeEarlyRows();
}
