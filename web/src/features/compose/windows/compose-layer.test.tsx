import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createFakeBrowser,
  createFakeCompose,
  startCompose,
} from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { actHistory } from '../../../parts/acts/act-history.ts';
import { undoLatest } from '../../../parts/acts/undo-latest.ts';
import { ComposeContext, type LazyCompose, useCompose } from '../../../parts/compose/lazy-compose.ts';
import { holdKeys } from '../../../parts/keyboard/typed-ahead.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { ComposeLayer } from './compose-layer.tsx';

test('a window that can not be drawn leaves the other windows as they are', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const clock = createManualClock();
  const { model } = await startCompose(createFakeCompose(clock), clock);
  const [whole, broken] = [model.openNew({ subject: 'Báo giá' }), model.openNew({ subject: 'Hợp đồng' })];
  for (const id of [whole, broken]) model.setState(id as string, 'mini');
  const undrawable = { ...model.window(broken as string), subject: null as never };
  const window = (id: string) => (id === broken ? undrawable : model.window(id));
  const lazy = {
    subscribe: () => () => undefined,
    onSendFailed: () => () => undefined,
    model: () => ({ ...model, window }),
  } as unknown as LazyCompose;
  const reports: unknown[] = [];
  await renderPart(
    <ComposeContext value={lazy}>
      <ComposeLayer windows={model.windows()} />
    </ComposeContext>,
    {
      api: {
        async reportClientError({ body }) {
          reports.push(body);
          return { data: { ok: true } } as never;
        },
      },
    },
  );
  expect(screen.getByText('Báo giá')).toBeTruthy();
  expect(screen.queryByText('Hợp đồng')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Thử lại');
  expect(reports).toEqual([expect.objectContaining({ kind: 'screen', where: 'compose window' })]);
});

function ShownLayer() {
  return <ComposeLayer windows={useCompose((compose) => compose.windows())} />;
}

let presses = '';

/** Simulates a key pressed after React has rendered the form, but before the form is in the document. */
function Key() {
  const count = useCompose((compose) => compose.windows().length);
  if (count > 1 && presses !== '' && document.activeElement instanceof HTMLTextAreaElement) {
    document.activeElement.value += presses;
    presses = '';
  }
  return null;
}

/** A user who minimised a message and then reloaded the page. */
async function comeBack(given: Parameters<typeof startCompose>[2] = {}, besides: ReactNode = null) {
  const clock = createManualClock();
  const server = createFakeCompose(clock);
  const browser = createFakeBrowser();
  const before = await startCompose(server, clock, { browser });
  const aside = before.model.openNew({ to: 'binh@x.vn', subject: 'Viết dở' }) as string;
  before.model.change(aside, { body: '<p>Chưa xong</p>' });
  before.model.setState(aside, 'mini');
  await clock.advance(1_000);
  before.crash();
  const { model, ...tab } = await startCompose(server, clock, { browser, ...given });
  const lazy = {
    subscribe: model.subscribe,
    onSendFailed: () => () => undefined,
    model: () => model,
  } as unknown as LazyCompose;
  const { user } = await renderPart(
    <ComposeContext value={lazy}>
      <main id="content" tabIndex={-1}>
        {/* biome-ignore lint/a11y/useSemanticElements: stands for the page's list, which is no table either */}
        <div role="grid" aria-label="Thư" tabIndex={0} />
      </main>
      <button type="button">Soạn thư</button>
      <ShownLayer />
      {besides}
    </ComposeContext>,
  );
  const list = screen.getByRole('grid');
  list.focus();
  /** Opens a message, types into it, and leaves the focus in its text. */
  async function write() {
    await act(async () => void model.openNew({ to: 'lan@x.vn', subject: 'Xong' }));
    const window = screen.getByRole('dialog', { name: 'Xong' });
    const text = await within(window).findByRole('textbox', { name: 'Nội dung thư' });
    await waitFor(() => expect(document.activeElement).toBe(text));
    await act(async () => model.change(model.windows().at(-1)?.id ?? '', { body: '<p>Chào chị</p>' }));
    return text;
  }
  const sends = () => server.called('sendMail').length;
  return { ...tab, model, aside, server, clock, user, list, write, sends };
}

const send = (element: Element, repeat = false) =>
  act(async () => void fireEvent.keyDown(element, { key: 'Enter', ctrlKey: true, repeat }));

describe('CW-8 what is typed before a message is there', () => {
  const inFields = () =>
    screen.getAllByRole<HTMLInputElement>('combobox').reduce((all, { value }) => all + value, '');
  const text = () => screen.findByRole('textbox', { name: 'Nội dung thư' });
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Thêm người nhận/ });

  type Ahead = { meantFor?: 'message' | 'palette'; besides?: ReactNode };
  async function typeAhead(keys: string, { meantFor = 'message', besides }: Ahead = {}) {
    const come = await comeBack({}, besides);
    const returnKeys = holdKeys(meantFor, '…');
    if (keys !== '') await come.user.keyboard(keys);
    return { ...come, returnKeys, standIn: document.activeElement as HTMLTextAreaElement };
  }

  test('stands before the text of an answer with the focus, and in no field afterwards', async () => {
    const { model } = await typeAhead('em{Enter}gửi');
    await act(async () => void model.openNew({ to: 'lan@x.vn', subject: 'Xong', body: '<p>Ký tên</p>' }));
    expect(await text()).toBe(document.activeElement);
    expect([...(await text()).querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['em', expect.stringMatching(/^gửi/)]),
    );
    await act(async () => void model.openNew());
    expect(inFields()).toBe('');
  });

  test('is for the message only, and not what was meant for the palette', async () => {
    const { model, returnKeys } = await typeAhead('em gửi', { meantFor: 'palette' });
    await act(async () => void model.openNew());
    expect(inFields()).toBe('');
    returnKeys();
  });

  test('goes to the field as it is at the moment in which that is on the page, and not when it was drawn', async () => {
    const { model, user } = await typeAhead('ha', { besides: <Key /> });
    presses = '.p';
    await act(async () => void model.openNew());
    expect(presses).toBe('');
    await user.keyboard('ham');
    expect(field().value).toBe('ha.pham');
  });

  test('recipients that are complete are added, and after a Tab it is the subject, then the text', async () => {
    const { model } = await typeAhead('binh@x.vn, mai@x.vn{Tab}Báo giá{Tab}Chào ');
    await act(async () => void model.openNew());
    const view = model.windows().at(-1);
    expect(view?.to.map(({ email }) => email)).toEqual(['binh@x.vn', 'mai@x.vn']);
    expect(screen.getByRole('textbox', { name: 'Chủ đề' })).toHaveProperty('value', 'Báo giá');
    expect((await text()).textContent).toMatch(/^Chào /);
    expect(await text()).toBe(document.activeElement);
  });

  test('the caret stands where it was, and the next letter there', async () => {
    const { model, user } = await typeAhead('ham{ArrowLeft}');
    await act(async () => void model.openNew());
    await user.keyboard('.');
    expect(field().value).toBe('ha.m');
  });

  test('an input method finishes its letter before the field takes it', async () => {
    const { model, standIn } = await typeAhead('');
    fireEvent.compositionStart(standIn);
    fireEvent.input(standIn, { target: { value: 'nguo' } });
    await act(async () => void model.openNew());
    expect([document.activeElement, field().value]).toEqual([standIn, '']);
    fireEvent.input(standIn, { target: { value: 'người' } });
    fireEvent.compositionEnd(standIn);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(field().value).toBe('người');
    expect(standIn.isConnected).toBe(false);
  });

  test('a message that comes late takes no keys from the field in which its writer goes on', async () => {
    const { model, user } = await typeAhead('ha');
    const other = document.body.appendChild(document.createElement('input'));
    other.focus();
    await user.keyboard('tìm');
    await act(async () => void model.openNew());
    expect(document.activeElement).toBe(other);
    expect([other.value, field().value]).toEqual(['tìm', 'ha']);
    other.remove();
  });
});

test('SD-14 a message that was sent in another tab goes from this one, which says so without alarm', async () => {
  notices.set([]);
  const { model, aside, server } = await comeBack();
  const { messageId, threadId } = model.window(aside) ?? {};
  const ids = { message_id: messageId ?? '', thread_id: threadId ?? '' };
  server.outbox.send(ids.message_id, undefined, 0);
  await act(async () => model.takeFrame({ event: 'sent', data: ids }));
  expect(screen.queryByText('Viết dở')).toBeNull();
  expect(notices.get()).toMatchObject([
    { text: 'Thư đang mở ở đây đã được gửi từ nơi khác, nên được đóng lại.', tone: 'plain' },
  ]);
});

describe('what a send leaves behind', () => {
  beforeEach(() => {
    notices.set([]);
    actHistory.set([]);
  });

  test('CW-4 a message put aside stays aside, and the list has the keys', async () => {
    const { model, list, write, sends } = await comeBack();
    await send(await write());
    await waitFor(() => expect(sends()).toBe(1));
    await waitFor(() => expect(document.activeElement).toBe(list));
    expect(model.windows().map(({ windowState }) => windowState)).toEqual(['mini']);
    await send(document.activeElement as Element);
    expect(sends()).toBe(1);
  });

  test('CW-4 the keys go to the list, also from a window that was opened out of another', async () => {
    const { model, aside, list, user, write, sends } = await comeBack();
    await act(async () => model.toggle(aside));
    await user.click(screen.getByRole('textbox', { name: 'Chủ đề' }));
    await send(await write());
    await waitFor(() => expect(sends()).toBe(1));
    await waitFor(() => expect(document.activeElement).toBe(list));
  });

  test('CW-4 Ctrl+Enter sends what was clicked or typed into, once for each press', async () => {
    const { model, aside, user, sends } = await comeBack();
    const pinned = model.openNew() as string;
    await act(async () => model.close(pinned));
    const text = await screen.findByRole('textbox', { name: 'Nội dung thư' });
    expect(model.window(aside)).toMatchObject({ windowState: 'pin', takesFocus: false });
    expect(document.activeElement).not.toBe(text);
    act(() => text.focus());
    await send(text);
    expect(sends()).toBe(0);
    await user.click(screen.getByRole('textbox', { name: 'Chủ đề' }));
    await send(text, true);
    expect(sends()).toBe(0);
    await send(text);
    await waitFor(() => expect(sends()).toBe(1));
  });

  test('SD-11 the key that takes back the latest act takes back a send, for as long as it is offered', async () => {
    const { model, clock, write, sends } = await comeBack();
    await send(await write());
    await waitFor(() => expect(sends()).toBe(1));
    await act(async () => undoLatest());
    expect(model.windows().map(({ subject }) => subject)).toEqual(['Viết dở', 'Xong']);
    expect(notices.get().map(({ text }) => text)).toEqual(['Đã hoàn tác gửi. Thư đã mở lại để sửa.']);
    const again = screen.getByRole('dialog', { name: 'Xong' });
    await send(within(again).getByRole('textbox', { name: 'Nội dung thư' }));
    await waitFor(() => expect(sends()).toBe(2));
    await act(async () => clock.advance(60_000));
    expect(actHistory.get().filter(({ state }) => state === 'done')).toEqual([]);
  });

  test('SD-11 one that is taken back has the caret where it stood, and not before what was written', async () => {
    const { setOnline, server, user, write } = await comeBack();
    setOnline(false);
    server.isUp = false;
    const text = await write();
    await act(async () => {
      const { editor } = text as HTMLElement & { editor: Editor };
      editor.commands.insertContent('Chào chị');
    });
    await send(text);
    await user.click(screen.getByRole('button', { name: 'Hoàn tác gửi “Xong”' }));
    const again = within(screen.getByRole('dialog', { name: 'Xong' })).getByRole('textbox', {
      name: 'Nội dung thư',
    });
    await waitFor(() => expect(document.activeElement).toBe(again));
    const { selection } = (again as HTMLElement & { editor: Editor }).editor.state;
    expect(selection.$head.parentOffset).toBe(8);
  });

  test('CW-4 SD-11 without a connection it is told that it leaves by itself, and can be taken back', async () => {
    const { setOnline, server, list, user, write, sends } = await comeBack();
    setOnline(false);
    server.isUp = false;
    await send(await write());
    await waitFor(() => expect(document.activeElement).toBe(list));
    const told = () => notices.get().map(({ text }) => text);
    expect(told()).toEqual(['Bạn đang mất kết nối. Thư sẽ tự gửi khi có mạng.']);
    const waiting = screen.getByRole('list', { name: 'Thư chờ gửi' });
    expect(waiting.textContent).toContain('XongSẽ gửi khi có mạng');
    await user.click(within(waiting).getByRole('button', { name: 'Hoàn tác gửi “Xong”' }));
    expect(told()).toEqual(['Đã hoàn tác gửi. Thư đã mở lại để sửa.']);
    expect(screen.queryByRole('list', { name: 'Thư chờ gửi' })).toBeNull();
    await send(within(screen.getByRole('dialog', { name: 'Xong' })).getByRole('textbox', { name: 'Chủ đề' }));
    await act(async () => undoLatest());
    expect(screen.getByRole('dialog', { name: 'Xong' })).toBeTruthy();
    server.isUp = true;
    await act(async () => setOnline(true));
    expect([sends(), actHistory.get().filter(({ state }) => state === 'done')]).toEqual([0, []]);
  });
});
