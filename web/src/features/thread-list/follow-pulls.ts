/** The pull distance from which releasing refreshes, and the largest one. */
const COUNTS = 56;
const FARTHEST = 72;

/** Pull to refresh: pulling a list down from its top loads new messages. Returns what ends it. */
export function followPulls(
  element: HTMLElement,
  rows: () => HTMLElement | null,
  onRefresh: () => void,
): () => void {
  let from: Touch | null = null;
  let down = 0;

  function start(event: TouchEvent) {
    const [finger, another] = event.touches;
    from = finger && !another && element.scrollTop <= 0 ? finger : null;
  }

  function move(event: TouchEvent) {
    const [finger] = event.touches;
    if (!from || !finger) return;
    const [x, y] = [finger.clientX - from.clientX, finger.clientY - from.clientY];
    // An upward or sideways move is another gesture.
    if (down === 0 && y < Math.abs(x)) from = null;
    draw(from === null ? 0 : Math.min(FARTHEST, Math.max(0, y / 2)));
  }

  function end(event: TouchEvent) {
    if (event.type === 'touchend' && down >= COUNTS) onRefresh();
    from = null;
    draw(0);
  }

  function draw(to: number) {
    if (to === down) return;
    down = to;
    const drawn = rows();
    if (!drawn) return;
    drawn.style.transform = to === 0 ? '' : `translateY(${to}px)`;
    drawn.toggleAttribute('data-counts', to >= COUNTS);
  }

  const passive = { passive: true } as const;
  element.addEventListener('touchstart', start, passive);
  element.addEventListener('touchmove', move, passive);
  element.addEventListener('touchend', end, passive);
  element.addEventListener('touchcancel', end, passive);
  return () => {
    element.removeEventListener('touchstart', start);
    element.removeEventListener('touchmove', move);
    element.removeEventListener('touchend', end);
    element.removeEventListener('touchcancel', end);
  };
}
