import { expect, test } from 'vitest';
import type { WindowState } from '../../../model/compose/compose-model.ts';
import { placeWindows } from './place-windows.ts';

const windows = (...states: WindowState[]) =>
  states.map((windowState, at) => ({ id: `w${at}`, windowState }));

test.each([
  [1024, windows('mini', 'mini', 'mini', 'pin')],
  [1024, windows('mini', 'mini', 'mini', 'mini', 'mini', 'mini', 'mini', 'pin')],
  [993, windows('pin', ...Array.from({ length: 11 }, () => 'mini' as const))],
  [1366, windows('mini', 'mini', 'mini', 'mini', 'pin')],
  [1920, windows('mini', 'pin', 'mini', 'mini', 'pin')],
])('CW-5 on a screen %i wide no window leaves it or covers another', (viewport, shown) => {
  const spots = [...placeWindows(shown, viewport).values()];
  expect(spots).toHaveLength(shown.length);
  for (const [at, { right, bottom, width }] of spots.entries()) {
    expect(right).toBeGreaterThanOrEqual(0);
    expect(right + width).toBeLessThanOrEqual(viewport);
    const onTop = spots
      .slice(at + 1)
      .filter((other) => other.bottom === bottom)
      .filter((other) => other.right < right + width && right < other.right + other.width);
    expect(onTop).toEqual([]);
  }
});

test('CW-5 minimised windows do not push the one that is open', () => {
  const alone = placeWindows([{ id: 'open', windowState: 'pin' }], 1366).get('open');
  for (const minis of [1, 3, 9]) {
    const others = Array.from({ length: minis }, (_, at) => ({
      id: `m${at}`,
      windowState: 'mini' as const,
    }));
    expect(placeWindows([...others, { id: 'open', windowState: 'pin' }], 1366).get('open')).toEqual(alone);
  }
});

test('CW-5 a narrow screen has an order of its own', () => {
  expect(placeWindows(windows('mini', 'full'), 800).size).toBe(0);
});
