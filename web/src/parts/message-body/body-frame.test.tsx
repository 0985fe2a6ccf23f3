import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inOneSlice } from '../../lib/in-slices.ts';
import { PendingContext, usePending } from '../pending/pending-part.tsx';
import { BodyFrame } from './body-frame.tsx';
import { readBody } from './sanitize-body.ts';

const body = inOneSlice(readBody('<p>Chào chị Lan</p>'));
const addresses = new Map<string, string>();

function Message({ name }: { name: string }) {
  const { pending, begin } = usePending();
  return (
    <article data-pending={pending}>
      <PendingContext value={begin}>
        <BodyFrame name={name} body={body} sheet="page" dark={false} title="Thư" addresses={addresses} />
      </PendingContext>
    </article>
  );
}

/** As in a browser, which loads a frame later; jsdom does at once. */
function holdLoads(): { end(): void } {
  const hold = (event: Event) => event.stopImmediatePropagation();
  document.addEventListener('load', hold, { capture: true });
  return {
    end() {
      document.removeEventListener('load', hold, { capture: true });
      for (const frame of document.querySelectorAll('iframe')) fireEvent.load(frame);
    },
  };
}

test('what follows a body waits until it is measured, and not when it is opened again', () => {
  const isPending = () => document.querySelector('article')?.hasAttribute('data-pending');
  const loads = holdLoads();
  const first = render(<Message name="m1" />);
  expect(isPending()).toBe(true);
  loads.end();
  expect(isPending()).toBe(false);
  first.unmount();
  const again = holdLoads();
  render(<Message name="m1" />);
  expect(isPending()).toBe(false);
  again.end();
});
