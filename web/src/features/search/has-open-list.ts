/** A list that is open within the form takes the key first. */
export function hasOpenList(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.getAttribute('aria-expanded') !== 'true') return false;
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  // An address field counts as expanded though nothing fits what was typed.
  return list?.checkVisibility() ?? false;
}
