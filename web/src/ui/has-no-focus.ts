/** Nothing that a person has chosen has the focus: it fell to the page, or was put back to its main part since. */
export function hasNoFocus(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches('#content, main');
}
