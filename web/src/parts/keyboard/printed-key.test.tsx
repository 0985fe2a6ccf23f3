import { expect, test } from 'vitest';
import { printedKey } from './shortcuts.ts';

test.each([
  ['g i', 'G → I'],
  ['Mod+z', 'Ctrl Z'],
  ['Alt+→', 'Alt →'],
  ['Alt+Shift+↑', 'Alt ⇧ ↑'],
  ['Shift+w', '⇧ W'],
])(
  'keys at once are printed beside each other, those after one another with an arrow (%s)',
  (key, printed) => {
    expect(printedKey(key)).toBe(printed);
  },
);
