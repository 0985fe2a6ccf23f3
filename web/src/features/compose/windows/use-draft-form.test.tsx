import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import type { ComposeModel, ComposeWindow } from '../../../model/compose/compose-model.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { onPartFailed } from '../../../ui/lazy-part.tsx';
import { enteredDraft } from './entered-draft.ts';
import { useDraftForm } from './use-draft-form.ts';

const DRAFT = { id: 'd1', thread_id: 't1', is_draft: true, body: '<p>x</p>' } as Message;
const LATER = { ...DRAFT, id: 'd2' };
const THREAD = { id: 't1', messages: [DRAFT, LATER] } as ThreadWithMessages;

/** A compose model that only knows windows. */
function fakeCompose(load?: () => Promise<ComposeModel>) {
  const windows = createStore<readonly ComposeWindow[]>([]);
  const open = (fields: Partial<ComposeWindow>) => {
    const window = {
      id: `w-${fields.messageId}`,
      place: 'thread',
      threadId: 't1',
      status: 'saved',
      ...fields,
    };
    windows.set([
      ...windows.get(),
      { unsaved: false, conflict: null, attachmentFiles: [], ...window } as never,
    ]);
    return window.id;
  };
  const model = {
    subscribe: windows.subscribe,
    windows: windows.get,
    window: (id: string) => windows.get().find((window) => window.id === id) ?? null,
    deferredMails: () => [],
    openDraft: vi.fn(({ id }: Message) => open({ messageId: id })),
    close: vi.fn(),
  };
  const compose = model as unknown as ComposeModel;
  const lazy = {
    subscribe: () => () => undefined,
    model: () => compose,
    load: load ?? (async () => compose),
  } as unknown as LazyCompose;
  return { ...model, open, windows, lazy };
}

function Reading() {
  const { inForms, awaits, quiet, open } = useDraftForm(THREAD, DRAFT);
  return (
    <button type="button" onClick={() => open(LATER)}>
      {`${inForms.join(' ')} | ${awaits ? 'awaits' : 'there'} | ${quiet ?? 'none'} is quiet`}
    </button>
  );
}

async function read(lazy: LazyCompose) {
  return renderPart(
    <ComposeContext value={lazy}>
      <Reading />
    </ComposeContext>,
  );
}

test('TD-12 the draft of a conversation is never read first: its form is awaited, and comes without the focus', async () => {
  const coming = Promise.withResolvers<ComposeModel>();
  const { lazy, openDraft } = fakeCompose(() => coming.promise);
  await read(lazy);
  expect(screen.getByRole('button').textContent).toBe('d1 | awaits | d1 is quiet');
  await act(async () => coming.resolve(lazy.model() as ComposeModel));
  expect(screen.getByRole('button').textContent).toBe('d1 | there | d1 is quiet');
  expect(openDraft).toHaveBeenCalledExactlyOnceWith(DRAFT, 'thread');
});

test('TD-12 one that was chosen in its list takes the focus, and so does another one that is chosen here', async () => {
  const { lazy } = fakeCompose();
  enteredDraft.set('d1');
  const { user } = await read(lazy);
  await screen.findByText('d1 | there | none is quiet');
  expect(enteredDraft.get()).toBeNull();
  await user.click(screen.getByRole('button'));
  await screen.findByText('d1 d2 | there | none is quiet');
});

test('one that is open already stays where it is', async () => {
  const { lazy, open, openDraft } = fakeCompose();
  open({ messageId: 'd1', place: 'window' });
  await read(lazy);
  await waitFor(() => expect(screen.getByRole('button').textContent).toContain('there'));
  expect(openDraft).not.toHaveBeenCalled();
});

test.each([
  ['untouched', {}, true],
  ['with words that are not saved', { unsaved: true }, false],
  ['that is being sent', { status: 'sending' }, false],
  ['with a file on its way', { attachmentFiles: [{ uploadState: 'pending' }] }, false],
  ['that was taken out of the conversation', { place: 'window' }, false],
] as [string, object, boolean][])(
  'a form %s is closed when reading ends: %s, %s',
  async (_how, fields, closed) => {
    const { lazy, windows, close } = fakeCompose();
    const { unmount } = await read(lazy);
    await screen.findByText('d1 | there | d1 is quiet');
    act(() => windows.set(windows.get().map((window) => ({ ...window, ...fields }))));
    unmount();
    expect(close.mock.calls).toEqual(closed ? [['w-d1']] : []);
  },
);

test('a draft whose form does not come stands among the messages, and it is told', async () => {
  const failed = vi.fn();
  onPartFailed(failed);
  const { lazy } = fakeCompose(() => Promise.reject(new Error('no network')));
  await read(lazy);
  await screen.findByText('| there | d1 is quiet');
  expect(failed).toHaveBeenCalledOnce();
});
