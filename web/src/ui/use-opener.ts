import { type MouseEvent, useId, useState } from 'react';

export type Opened = { anchor: HTMLElement; onClose(): void };

/**
 * What a button needs to open a part whose code may load later: its attributes, and the button element while
 * it is open. Pointing at the button preloads the part.
 */
export function useOpener(popup: 'menu' | 'dialog', part?: { prepare(): void }) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const button = {
    id,
    'aria-haspopup': popup,
    'aria-expanded': anchor !== null,
    onPointerEnter: part?.prepare,
    onFocus: part?.prepare,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(anchor ? null : currentTarget),
  } as const;
  const opened: Opened | null = anchor && { anchor, onClose: () => setAnchor(null) };
  return { button, opened };
}
