/** A finger goes at least so far, and more than twice as far sideways as up or down. */
const COUNTS_PX = 64;
/** From here the browser and the system begin gestures of their own, as going back. */
const EDGE_PX = 32;
/** What a finger moves by itself, or writes in. */
const OWN = 'input, textarea, select, audio, video, [contenteditable="true"], [role="slider"]';

/**
 * TD-26: drawing a finger over an open conversation sideways turns to the next one, or to the one before. It reads
 * touches without taking them, so that scrolling, zooming and selecting go on as ever. Returns what ends it.
 */
export function followTurns(element: HTMLElement, turn: (by: 1 | -1) => void): () => void {
  let from: { x: number; y: number } | null = null;

  function start(event: TouchEvent, left: number): void {
    const [finger, another] = event.touches;
    const isMeant = finger && !another && mayTurn(event.target, finger.clientX + left);
    from = isMeant ? placeOf(finger) : null;
  }

  function end(event: TouchEvent): void {
    const began = from;
    const [finger] = event.changedTouches;
    from = null;
    if (!began || !finger || isSelecting(event.target)) return;
    const at = placeOf(finger);
    const [x, y] = [at.x - began.x, at.y - began.y];
    if (Math.abs(x) >= COUNTS_PX && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
  }

  function follow(event: TouchEvent, left: number): void {
    if (event.type === 'touchstart') start(event, left);
    else if (event.type === 'touchend') end(event);
    else from = null;
  }

  const followHere = (event: TouchEvent) => follow(event, 0);
  const followInBody = (event: Event) => {
    const { detail, target } = event as CustomEvent<TouchEvent>;
    follow(detail, (target as Element).getBoundingClientRect().left);
  };
  for (const kind of KINDS) element.addEventListener(kind, followHere, { passive: true });
  element.addEventListener('bodytouch', followInBody);
  return () => {
    for (const kind of KINDS) element.removeEventListener(kind, followHere);
    element.removeEventListener('bodytouch', followInBody);
  };
}

const KINDS = ['touchstart', 'touchend', 'touchcancel'] as const;

/** On the screen: in the page, a body moves along with the finger that scrolls it. */
function placeOf({ screenX: x, screenY: y }: Touch) {
  return { x, y };
}

function mayTurn(target: EventTarget | null, x: number): boolean {
  if (x < EDGE_PX || x > window.innerWidth - EDGE_PX) return false;
  if ((window.visualViewport?.scale ?? 1) > 1.01) return false;
  const element = elementOf(target);
  return element !== null && element.closest(OWN) === null && !scrollsSideways(element);
}

/** Wide mail and tables are scrolled, also where they are at their end. */
function scrollsSideways(element: Element): boolean {
  const root = element.ownerDocument.documentElement;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const isWider = at.scrollWidth > at.clientWidth + 1;
    if (isWider && (at === root || /auto|scroll/.test(getComputedStyle(at).overflowX))) return true;
  }
  return false;
}

function isSelecting(target: EventTarget | null): boolean {
  return elementOf(target)?.ownerDocument.getSelection()?.isCollapsed === false;
}

/** Of a body's document, whose elements are instances of classes of its own. */
function elementOf(target: EventTarget | null): Element | null {
  const node = target as Node | null;
  if (!node) return null;
  return node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
}
