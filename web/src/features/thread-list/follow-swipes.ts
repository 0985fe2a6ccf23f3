import { after } from '../../lib/timers.ts';
import type { Side } from './swipe-act.ts';

/** The distances from which a swipe begins, and from which it takes effect. */
const BEGINS = 12;
const COUNTS = 96;
/** How long a finger must rest to select the row under it. */
const HELD_MS = 450;

export type Meaning = {
  /** Whether a row can be drawn to that side; else it doesn't move. */
  swipes(threadId: string, side: Side): boolean;
  onSwipe(threadId: string, side: Side): void;
  onHold(threadId: string): void;
};

/**
 * Rows follow a swiping finger; releasing far enough performs that side's act. A long press selects the row. Returns what
 * ends it.
 */
export function followSwipes(element: HTMLElement, meaning: () => Meaning): () => void {
  let row: HTMLElement | null = null;
  let from = { x: 0, y: 0 };
  let distance = 0;
  let swiping = false;
  let held = false;
  let letGo = () => {};

  function down(event: PointerEvent) {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-thread]') : null;
    held = false;
    if (!target) return;
    // A long press would start dragging it instead of selecting it.
    target.draggable = event.pointerType !== 'touch';
    if (event.pointerType !== 'touch') return;
    row = target;
    from = { x: event.clientX, y: event.clientY };
    distance = 0;
    swiping = false;
    letGo = after(HELD_MS, () => {
      row = null;
      held = true;
      navigator.vibrate?.(10);
      meaning().onHold(target.dataset['thread'] ?? '');
    });
  }

  function move(event: PointerEvent) {
    if (!row) return;
    distance = event.clientX - from.x;
    if (!swiping) {
      const scrolls = Math.abs(event.clientY - from.y) > BEGINS;
      if (scrolls || Math.abs(distance) >= BEGINS) letGo();
      if (scrolls || (Math.abs(distance) >= BEGINS && !canBeDrawn(row))) row = null;
      if (!row || Math.abs(distance) < BEGINS) return;
      swiping = true;
      row.setPointerCapture(event.pointerId);
    }
    // Drawn back over where it began, it does not go on to a side that means nothing.
    if (!canBeDrawn(row)) distance = 0;
    row.dataset['swipe'] = side();
    sheetOf(row).style.transform = `translateX(${distance}px)`;
  }

  function up(event: PointerEvent) {
    letGo();
    const swiped = row;
    row = null;
    if (!swiped || !swiping) return;
    swiping = false;
    sheetOf(swiped).style.transform = '';
    delete swiped.dataset['swipe'];
    if (event.type === 'pointercancel' || Math.abs(distance) < COUNTS) return;
    meaning().onSwipe(swiped.dataset['thread'] ?? '', side());
  }

  function side(): Side {
    return distance > 0 ? 'right' : 'left';
  }

  function canBeDrawn({ dataset }: HTMLElement): boolean {
    return meaning().swipes(dataset['thread'] ?? '', side());
  }

  // Suppresses the click after a swipe or a long press.
  function click(event: MouseEvent) {
    if (held || Math.abs(distance) >= BEGINS) {
      event.stopPropagation();
      event.preventDefault();
    }
    held = false;
    distance = 0;
  }

  /** Suppresses the browser's menu for a long press on a link. */
  function menu(event: Event) {
    if (held || row) event.preventDefault();
  }

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('click', click, true);
  element.addEventListener('contextmenu', menu);
  return () => {
    letGo();
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('click', click, true);
    element.removeEventListener('contextmenu', menu);
  };
}

function sheetOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>('[data-sheet]') ?? row;
}
