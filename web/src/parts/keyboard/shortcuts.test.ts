import { expect, test } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ key: 'j' }, 'j'],
  [{ key: 'J', shiftKey: true }, 'Shift+j'],
  [{ key: 'J' }, 'j'],
  [{ key: '#', shiftKey: true }, '#'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: 'z', ctrlKey: true }, 'Mod+z'],
  [{ key: 'z', metaKey: true }, 'Mod+z'],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'Mod+Shift+z'],
  [{ key: 'u', altKey: true }, ''],
  [{ key: 'Escape' }, 'Escape'],
])('%j is %s', (event, shortcut) => {
  expect(shortcutOf({ ...plain, ...event })).toBe(shortcut);
});
