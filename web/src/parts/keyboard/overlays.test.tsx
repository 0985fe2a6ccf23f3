import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isInOverlay } from './shortcuts.ts';

test('CW-4 keys belong to a message that is being written, also in a conversation, until it is minimised', () => {
  render(
    <>
      <section data-compose="a">
        <button type="button">attach</button>
      </section>
      <div role="dialog" data-compose="b" data-state="mini">
        <button type="button">title</button>
      </div>
      <button type="button">row</button>
    </>,
  );
  const inOverlay = (name: string) => isInOverlay(screen.getByRole('button', { name }));
  expect(['attach', 'title', 'row'].map(inOverlay)).toEqual([true, false, false]);
});
