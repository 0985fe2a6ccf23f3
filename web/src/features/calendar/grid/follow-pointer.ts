/** The pointer moves at least so far before anything is dragged. */
const SLACK_PX = 4;

type Following = {
  from: { x: number; y: number };
  pointerId: number;
  onMove(x: number, y: number): void;
  /** `moved`: it was dragged at all; `kept`: neither Escape nor the browser gave it up. */
  onEnd(how: { moved: boolean; kept: boolean }): void;
};

/** Follows a pointer from where it was pressed to where it is let go; returns what ends that without a word. */
export function followPointer({ from, pointerId, onMove, onEnd }: Following): () => void {
  let moved = false;

  function follow({ pointerId: id, clientX: x, clientY: y }: PointerEvent): void {
    if (id !== pointerId) return;
    if (!moved && Math.hypot(x - from.x, y - from.y) < SLACK_PX) return;
    moved = true;
    onMove(x, y);
  }

  function end(kept: boolean): void {
    stop();
    onEnd({ moved, kept });
  }

  const finish = ({ pointerId: id }: PointerEvent) => id === pointerId && end(true);
  const cancel = ({ pointerId: id }: PointerEvent) => id === pointerId && end(false);
  function cancelByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !moved) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  }

  function stop(): void {
    window.removeEventListener('pointermove', follow);
    window.removeEventListener('pointerup', finish);
    window.removeEventListener('pointercancel', cancel);
    window.removeEventListener('keydown', cancelByKey, true);
  }

  window.addEventListener('pointermove', follow);
  window.addEventListener('pointerup', finish);
  window.addEventListener('pointercancel', cancel);
  window.addEventListener('keydown', cancelByKey, true);
  return stop;
}
