import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLongPress } from './use-long-press.ts';

type Told = { onHeld: (() => void) | null; onEnd(touch: 'held' | 'tap' | null): void };

function Row({ onHeld, onEnd }: Told) {
  const press = useLongPress(onHeld);
  return (
    <button type="button" {...press.handlers} onClick={() => onEnd(press.end())}>
      row
    </button>
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Presses the row for a while, moving by some pixels, and returns what the click ends. */
function press(how: { by?: string; ms?: number; px?: number; enabled?: boolean }) {
  const { by: pointerType = 'touch', ms = 100, px = 0, enabled = true } = how;
  const [onHeld, onEnd] = [vi.fn(), vi.fn()];
  render(<Row onHeld={enabled ? onHeld : null} onEnd={onEnd} />);
  const row = screen.getByText('row');
  fireEvent.pointerDown(row, { pointerType, clientX: 5, clientY: 5 });
  if (px > 0) fireEvent.pointerMove(row, { pointerType, clientX: 5 + px, clientY: 5 });
  act(() => void vi.advanceTimersByTime(ms));
  fireEvent.pointerUp(row, { pointerType });
  act(() => void vi.advanceTimersByTime(1_000));
  fireEvent.click(row);
  return [onHeld.mock.calls.length, onEnd.mock.lastCall?.[0]];
}

test.each([
  ['that rests is a long press', { ms: 500 }, [1, 'held']],
  ['that trembles is a long press', { ms: 500, px: 6 }, [1, 'held']],
  ['that is lifted is a tap', { ms: 300 }, [0, 'tap']],
  ['that moves on scrolls', { ms: 500, px: 20 }, [0, 'tap']],
  ['that rests where nothing is selected is a tap', { ms: 500, enabled: false }, [0, 'tap']],
] as const)('a finger %s', (_, how, ended) => {
  expect(press(how)).toEqual(ended);
});

test('a mouse that rests is no long press, and its click no tap', () => {
  expect(press({ by: 'mouse', ms: 500 })).toEqual([0, null]);
});
