import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { openForms } from '../compose/windows/open-forms.ts';
import { useDraft } from './use-draft.ts';

function Part() {
  const draft = useDraft('d1', () => undefined);
  return (
    <button type="button" onClick={draft.edit}>
      edit
    </button>
  );
}

test.each([
  ['pin', 0],
  ['mini', 1],
])('the way to the text leads into its window, which is there already (%s)', async (windowState, toggled) => {
  const toggle = vi.fn();
  const focus = vi.fn();
  const model = {
    windows: () => [{ id: 'w1', messageId: 'd1', windowState }],
    subscribe: () => () => undefined,
    toggle,
  };
  const compose = {
    subscribe: () => () => undefined,
    model: () => model,
    load: async () => model,
  } as unknown as LazyCompose;
  openForms.set('w1', { take: focus, caret: () => null });
  const { user, container } = await renderPart(
    <ComposeContext value={compose}>
      <Part />
    </ComposeContext>,
  );
  await act(() => user.click(container.querySelector('button') as HTMLElement));
  expect([toggle.mock.calls.length, focus.mock.calls.length]).toEqual([toggled, 1]);
  openForms.delete('w1');
});

test('MM-15 the way to a text that is not open yet leads into it too', async () => {
  const focus = vi.fn();
  const model = { windows: () => [], subscribe: () => () => undefined, openDraft: () => 'w2' };
  const compose = {
    subscribe: () => () => undefined,
    model: () => model,
    load: async () => model,
  } as unknown as LazyCompose;
  openForms.set('w2', { take: focus, caret: () => null });
  const {
    user,
    container,
    model: mail,
  } = await renderPart(
    <ComposeContext value={compose}>
      <Part />
    </ComposeContext>,
  );
  vi.spyOn(mail, 'loadMessage').mockResolvedValue({ id: 'd1' } as never);
  await act(() => user.click(container.querySelector('button') as HTMLElement));
  await vi.waitFor(() => expect(focus).toHaveBeenCalledOnce());
  openForms.delete('w2');
});
