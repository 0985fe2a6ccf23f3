import { type MouseEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { after } from '../../../lib/timers.ts';

/** Opened by the pointer's resting alone, a card takes neither the focus nor the keys. */
export type OpenedPerson = { anchor: HTMLElement; resting: boolean; onClose(): void };

const OPENS_AFTER_MS = 600;
/** Time to move the pointer from the name to the card. */
const CLOSES_AFTER_MS = 250;

/** What a name needs to open a card: by a press or Enter, and by a mouse that rests on it. */
export function usePersonOpener(prepare: () => void) {
  const id = useId();
  const [opened, setOpened] = useState<Pick<OpenedPerson, 'anchor' | 'resting'> | null>(null);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  function later(ms: number, run: () => void): void {
    stop.current();
    stop.current = after(ms, run);
  }

  function close(): void {
    stop.current();
    setOpened(null);
  }

  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse')
      later(CLOSES_AFTER_MS, () => setOpened((now) => (now?.resting ? null : now)));
  };

  const name = {
    id,
    'aria-haspopup': 'dialog',
    'aria-expanded': opened !== null,
    onFocus: prepare,
    onPointerEnter({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'mouse') return;
      prepare();
      later(OPENS_AFTER_MS, () => setOpened((now) => now ?? { anchor: currentTarget, resting: true }));
    },
    onPointerLeave: leave,
    onClick(event: MouseEvent<HTMLElement>) {
      // With a key held the browser does with the address what it does with any.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      stop.current();
      const { currentTarget: anchor } = event;
      setOpened((now) => (now && !now.resting ? null : { anchor, resting: false }));
    },
  } as const;
  const card = {
    onPointerEnter: () => stop.current(),
    onPointerLeave: leave,
    /** Whatever is done in the card, it stays. */
    onHold: () => setOpened((now) => now && { ...now, resting: false }),
  };
  return { name, card, opened: opened && { ...opened, onClose: close } };
}
