import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hasNoFocus } from './has-no-focus.ts';

test('TE-23 a focus that fell to the page, or was put back to its main part, is nobody’s', () => {
  render(
    <main tabIndex={-1}>
      <button type="button">Lưu</button>
    </main>,
  );
  expect(hasNoFocus()).toBe(true);
  screen.getByRole('button').focus();
  expect(hasNoFocus()).toBe(false);
  screen.getByRole('main').focus();
  expect(hasNoFocus()).toBe(true);
});
