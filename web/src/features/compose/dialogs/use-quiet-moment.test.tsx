import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useQuietMoment } from './use-quiet-moment.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function type(field: HTMLElement): void {
  act(() => field.focus());
  fireEvent.keyDown(field, { key: 'a' });
}

function Page({ windowId }: { windowId: string | null }) {
  const asks = useQuietMoment(windowId);
  return (
    <>
      <input aria-label="search" />
      {['a', 'b'].map((id) => (
        <section key={id} data-compose={id}>
          <input aria-label={id} />
        </section>
      ))}
      {asks && <p role="alert">asked</p>}
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('who writes nothing is asked at once', () => {
  const { queryByRole } = render(<Page windowId="a" />);
  expect(queryByRole('alert')).not.toBeNull();
});

test('DR-9 who types in the message is asked when they pause', async () => {
  const { rerender, getByLabelText, queryByRole } = render(<Page windowId={null} />);
  type(getByLabelText('a'));
  rerender(<Page windowId="a" />);
  await pass(900);
  expect(queryByRole('alert')).toBeNull();
  type(getByLabelText('a'));
  await pass(900);
  expect(queryByRole('alert')).toBeNull();
  await pass(200);
  expect(queryByRole('alert')).not.toBeNull();
});

test.each(['b', 'search'])(
  'DR-9 who writes in %s is asked about a when they turn from it',
  async (elsewhere) => {
    const { rerender, getByLabelText, queryByRole } = render(<Page windowId={null} />);
    type(getByLabelText(elsewhere));
    rerender(<Page windowId="a" />);
    await pass(60_000);
    expect(queryByRole('alert')).toBeNull();
    act(() => getByLabelText('a').focus());
    await pass(10);
    expect(queryByRole('alert')).not.toBeNull();
  },
);

test('what was asked stays while the focus goes elsewhere, and is asked anew of another window', async () => {
  const { rerender, getByLabelText, queryByRole } = render(<Page windowId="a" />);
  act(() => getByLabelText('b').focus());
  await pass(10);
  expect(queryByRole('alert')).not.toBeNull();
  rerender(<Page windowId={null} />);
  rerender(<Page windowId="a" />);
  expect(queryByRole('alert')).toBeNull();
});
