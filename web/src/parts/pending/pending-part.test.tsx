import { render } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { expect, test } from 'vitest';
import { PendingContext, PendingPart, usePending } from './pending-part.tsx';

function Around({ name, children }: { name: string; children: ReactNode }) {
  const { pending, begin } = usePending();
  return (
    <div data-name={name} data-pending={pending}>
      <PendingContext value={begin}>{children}</PendingContext>
    </div>
  );
}

const page = (pending: readonly string[]) => (
  <StrictMode>
    <Around name="conversation">
      {['first', 'second'].map((name) => (
        <Around key={name} name={name}>
          {pending
            .filter((part) => part.startsWith(name))
            .map((part) => (
              <PendingPart key={part} hidden />
            ))}
        </Around>
      ))}
    </Around>
  </StrictMode>
);

test('all that stands around a part says that it is pending until the last one is there', () => {
  const { container, rerender } = render(page([]));
  const pendingNow = () =>
    [...container.querySelectorAll<HTMLElement>('[data-name][data-pending]')].map(
      ({ dataset }) => dataset['name'],
    );
  expect(pendingNow()).toEqual([]);
  rerender(page(['second, its state', 'second, its invitation']));
  expect(pendingNow()).toEqual(['conversation', 'second']);
  rerender(page(['second, its invitation', 'first, its state']));
  expect(pendingNow()).toEqual(['conversation', 'first', 'second']);
  rerender(page(['first, its state']));
  expect(pendingNow()).toEqual(['conversation', 'first']);
  rerender(page([]));
  expect(pendingNow()).toEqual([]);
});
