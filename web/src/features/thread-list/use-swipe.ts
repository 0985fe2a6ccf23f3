import { type RefObject, useEffect, useRef } from 'react';
import { after } from '../../lib/timers.ts';

/** So far a finger goes before it means something, and so far before it is done. */
const BEGINS = 12;
const COUNTS = 96;
/** So long a finger rests before it picks what lies under it. */
const HELD_MS = 450;

type Meaning = {
  /** Off, rows stay where they are. */
  swipes: boolean;
  onSwipe(threadId: string, side: 'left' | 'right'): void;
  onHold(threadId: string): void;
};

/** Rows follow a finger to the left or right; let go far enough, that side's act is done. One that rests picks its row. */
export function useSwipe(scroller: RefObject<HTMLElement | null>, meaning: Meaning): void {
  const latest = useRef(meaning);
  latest.current = meaning;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
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
      // Held down, it would be dragged away instead of picked.
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
        latest.current.onHold(target.dataset['thread'] ?? '');
      });
    }

    function move(event: PointerEvent) {
      if (!row) return;
      distance = event.clientX - from.x;
      if (!swiping) {
        const scrolls = Math.abs(event.clientY - from.y) > BEGINS;
        if (scrolls || Math.abs(distance) >= BEGINS) letGo();
        if (scrolls || (!latest.current.swipes && Math.abs(distance) >= BEGINS)) row = null;
        if (!row || Math.abs(distance) < BEGINS) return;
        swiping = true;
        row.setPointerCapture(event.pointerId);
      }
      row.dataset['swipe'] = distance > 0 ? 'right' : 'left';
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
      latest.current.onSwipe(swiped.dataset['thread'] ?? '', distance > 0 ? 'right' : 'left');
    }

    // A row that was dragged aside, or picked by resting on it, is not clicked as well.
    function click(event: MouseEvent) {
      if (held || Math.abs(distance) >= BEGINS) {
        event.stopPropagation();
        event.preventDefault();
      }
      held = false;
      distance = 0;
    }

    /** What the browser offers for a link that is held down. */
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
  }, [scroller]);
}

function sheetOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>('[data-sheet]') ?? row;
}
