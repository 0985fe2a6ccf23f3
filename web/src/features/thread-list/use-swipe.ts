import { type RefObject, useEffect, useRef } from 'react';

/** So far a finger goes before it means something, and so far before it is done. */
const BEGINS = 12;
const COUNTS = 96;

/** Rows follow a finger to the left or right; let go far enough, that side's act is done. */
export function useSwipe(
  scroller: RefObject<HTMLElement | null>,
  onSwipe: (threadId: string, side: 'left' | 'right') => void,
): void {
  const act = useRef(onSwipe);
  act.current = onSwipe;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let row: HTMLElement | null = null;
    let from = { x: 0, y: 0 };
    let distance = 0;
    let swiping = false;

    function down(event: PointerEvent) {
      const target =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-thread]') : null;
      if (event.pointerType !== 'touch' || !target) return;
      row = target;
      from = { x: event.clientX, y: event.clientY };
      distance = 0;
      swiping = false;
    }

    function move(event: PointerEvent) {
      if (!row) return;
      distance = event.clientX - from.x;
      if (!swiping) {
        if (Math.abs(event.clientY - from.y) > BEGINS) row = null;
        if (!row || Math.abs(distance) < BEGINS) return;
        swiping = true;
        row.setPointerCapture(event.pointerId);
      }
      row.dataset['swipe'] = distance > 0 ? 'right' : 'left';
      sheetOf(row).style.transform = `translateX(${distance}px)`;
    }

    function up(event: PointerEvent) {
      const swiped = row;
      row = null;
      if (!swiped || !swiping) return;
      swiping = false;
      sheetOf(swiped).style.transform = '';
      delete swiped.dataset['swipe'];
      if (event.type === 'pointercancel' || Math.abs(distance) < COUNTS) return;
      act.current(swiped.dataset['thread'] ?? '', distance > 0 ? 'right' : 'left');
    }

    // A row that was dragged aside is not clicked as well.
    function click(event: MouseEvent) {
      if (Math.abs(distance) >= BEGINS) {
        event.stopPropagation();
        event.preventDefault();
      }
      distance = 0;
    }

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('click', click, true);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('click', click, true);
    };
  }, [scroller]);
}

function sheetOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>('[data-sheet]') ?? row;
}
