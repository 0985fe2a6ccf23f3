import { act, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followSwipes } from './follow-swipes.ts';
import type { Side } from './swipe-act.ts';

type Told = { onSwipe(id: string, side: Side): void; onHold(id: string): void };

function List({ sides, ...told }: Told & { sides: readonly Side[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() =>
    followSwipes(scroller.current as HTMLDivElement, () => ({
      swipes: (_id, side) => sides.includes(side),
      ...told,
    })),
  );
  return (
    <div ref={scroller}>
      <p data-thread="t1">row</p>
    </div>
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function show(...sides: Side[]) {
  const told = { onSwipe: vi.fn(), onHold: vi.fn() };
  render(<List sides={sides} {...told} />);
  const row = screen.getByText('row');
  row.setPointerCapture = () => undefined;
  const finger = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientX: number) =>
    fireEvent[type](row, { pointerType: 'touch', clientX, clientY: 5 });
  return { ...told, row, finger };
}

test.each([
  [160, ['t1', 'right']],
  [-160, ['t1', 'left']],
] as const)('a row that is drawn by %d px means its side', (distance, meant) => {
  const { row, finger, onSwipe } = show('left', 'right');
  finger('pointerDown', 200);
  finger('pointerMove', 200 + distance);
  expect(row.style.transform).toBe(`translateX(${distance}px)`);
  finger('pointerUp', 200 + distance);
  expect(onSwipe.mock.calls).toEqual([meant]);
});

test('where it is switched off rows stay, and a finger that rests still picks', () => {
  const { row, finger, onSwipe, onHold } = show();
  finger('pointerDown', 200);
  finger('pointerMove', 360);
  expect(row.style.transform).toBe('');
  finger('pointerUp', 360);
  expect(onSwipe).not.toHaveBeenCalled();
  finger('pointerDown', 200);
  act(() => vi.advanceTimersByTime(450));
  expect(onHold.mock.calls).toEqual([['t1']]);
});

test('TL-25 a side that means nothing holds the row, also when the finger comes back over where it began', () => {
  const { row, finger, onSwipe } = show('left');
  finger('pointerDown', 200);
  finger('pointerMove', 360);
  expect(row.style.transform).toBe('');
  finger('pointerUp', 360);
  finger('pointerDown', 200);
  finger('pointerMove', 100);
  expect(row.style.transform).toBe('translateX(-100px)');
  finger('pointerMove', 360);
  expect(row.style.transform).toBe('translateX(0px)');
  finger('pointerUp', 360);
  expect(onSwipe).not.toHaveBeenCalled();
});
