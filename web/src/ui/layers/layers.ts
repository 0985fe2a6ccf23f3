import { createStore } from '../../lib/store.ts';

/** Something that covers the page: a dialog, a menu, a popover, the preview of a file. */
export type Layer = {
  close(): void;
  /**
   * A small popup beside its opener; popups that are not layers, such as a calendar's, close by themselves.
   */
  isPopup: boolean;
};

/** The open layers, the top one last. While there is one, the page below ignores shortcut keys. */
export const layers = createStore<readonly Layer[]>([]);

/** Elements that had the focus, the latest last: an act may remove the latest one too. */
let places: HTMLElement[] = [];
const PLACES = 12;

export function pushLayer(layer: Layer): () => void {
  if (layers.get().length === 0) listen();
  layers.set([...layers.get(), layer]);
  return () => {
    layers.set(layers.get().filter((other) => other !== layer));
    if (layers.get().length === 0) stopListening();
  };
}

export function hasLayers(): boolean {
  return layers.get().length > 0;
}

/** Restores the focus to the last focused element that still exists, when it would fall back to the page. */
export function keepFocus(): void {
  if (!isLost(document.activeElement)) return;
  const place = places.findLast((element) => element.isConnected && isReachable(element));
  (place ?? document.getElementById('content'))?.focus({ preventScroll: true });
}

function isLost(element: Element | null): boolean {
  return element === null || element === document.body;
}

function isReachable(element: HTMLElement): boolean {
  if (element.matches(':disabled') || element.closest('[inert], [aria-hidden="true"]')) return false;
  return element.checkVisibility?.() ?? true;
}

if (typeof document !== 'undefined') document.addEventListener('focusin', notePlace);

function notePlace({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || isLost(target)) return;
  places = [...places.filter((place) => place !== target && place.isConnected), target].slice(-PLACES);
}

/** The layer that an Escape was meant for, recorded before any handler of the key runs. */
const meant = new WeakMap<Event, Layer>();

function noteMeaning(event: KeyboardEvent): void {
  const top = layers.get().at(-1);
  if (event.key === 'Escape' && top && !event.isComposing && !hasOwnMeaning(event.target, top))
    meant.set(event, top);
}

function closeMeant(event: KeyboardEvent): void {
  const layer = meant.get(event);
  if (!layer) return;
  const taken = event.defaultPrevented;
  event.preventDefault();
  // An inner element, such as a list of suggestions, may have handled the key or closed the layer.
  if (!taken && layers.get().at(-1) === layer) layer.close();
}

function hasOwnMeaning(target: EventTarget | null, top: Layer): boolean {
  if (!(target instanceof Element)) return false;
  const inMenu = target.closest('[role="menu"]') !== null;
  if (!inMenu && target.getAttribute('data-mantine-stop-propagation') === 'true') return true;
  return !top.isPopup && target.closest('.mantine-Popover-dropdown') !== null;
}

function listen(): void {
  window.addEventListener('keydown', noteMeaning, true);
  window.addEventListener('keydown', closeMeant);
}

function stopListening(): void {
  window.removeEventListener('keydown', noteMeaning, true);
  window.removeEventListener('keydown', closeMeant);
}
