/** Whether a list within the form is open, which then handles the key first. */
export function hasOpenList(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.getAttribute('aria-expanded') !== 'true') return false;
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  // An address field counts as expanded even if nothing matches the typed text.
  return list?.checkVisibility() ?? false;
}
