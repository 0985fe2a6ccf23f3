import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { useTellUndone } from './use-undo-send.ts';

const ANSWER = { id: 'w1', place: 'thread', threadId: 't1', answers: 'm1', messageId: 'm2' };

function Part({ told }: { told: ReturnType<typeof useTellUndone>[] }) {
  told.push(useTellUndone());
  return null;
}

async function takeBack(at: string, window: object) {
  const setPlace = vi.fn();
  const model = { window: () => window, setPlace };
  const lazy = { subscribe: () => () => undefined, model: () => model } as unknown as LazyCompose;
  const told: ReturnType<typeof useTellUndone>[] = [];
  const part = (
    <ComposeContext value={lazy}>
      <Part told={told} />
    </ComposeContext>
  );
  await renderPart(part, { at });
  act(() => void told.at(-1)?.({ kind: 'undone', windowId: 'w1' }));
  return setPlace.mock.calls;
}

test.each(['/folder/INBOX', '/folder/INBOX/t2'])(
  'PM-9 SD-11 an answer whose conversation has left opens as a window when it is taken back (%s)',
  async (at) => {
    expect(await takeBack(at, ANSWER)).toEqual([['w1', 'window']]);
  },
);

test.each([
  ['/folder/INBOX/t1', ANSWER],
  ['/folder/INBOX/m-m1', { ...ANSWER, threadId: null }],
  ['/folder/INBOX', { ...ANSWER, place: 'window' }],
])('SD-11 at %s it stays where it is', async (at, window) => {
  expect(await takeBack(at, window)).toEqual([]);
});
