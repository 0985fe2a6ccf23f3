import type { BulkJob } from '@bocau/contract/bulk.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { undoLatest } from '../../parts/acts/undo-latest.ts';
import { holdKeys } from '../../parts/keyboard/typed-ahead.ts';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { BatchPanel } from './batch-panel.tsx';
import { job } from './jobs.ts';
import { LabelDialog } from './label-dialog.tsx';

const INBOX = { kind: 'folder', path: 'INBOX' } as const;

/** The dialog on all conversations of the inbox, once they are there. */
function Dialog({ whole = null }: Partial<Pick<ActTarget, 'whole'>>) {
  const model = useMailModel();
  const { threads } = useMailbox((reader) => reader.list({ list: INBOX, offset: 0, limit: 10 }));
  if (threads.length === 0) return null;
  return <LabelDialog target={{ model, list: INBOX, threads, whole }} onClose={vi.fn()} />;
}

/** On the message of the inbox's only conversation. */
function MessageDialog() {
  const model = useMailModel();
  const { threads } = useMailbox((reader) => reader.list({ list: INBOX, offset: 0, limit: 10 }));
  const { thread } = useMailbox((reader) => reader.thread(threads[0]?.id ?? '', 'INBOX'));
  const [message] = thread?.messages ?? [];
  if (!message) return null;
  return (
    <LabelDialog target={{ model, list: INBOX, threads, whole: null }} message={message} onClose={vi.fn()} />
  );
}

test('LB-16 behind a new label the next Enter is for it, and not for the first of the list', async () => {
  const { user, model, server, clock } = await renderPart(<Dialog />);
  server.mailbox.addLabel('An toàn');
  server.mailbox.receive();
  server.mailbox.receive();
  model.holdList({ list: INBOX, offset: 0, limit: 10 });
  await clock.advance(10);
  const field = await screen.findByRole('combobox', { name: 'Tìm hoặc tạo nhãn' });
  await user.type(field, 'Thuế{Enter}');
  await clock.advance(10);
  const chosen = () => screen.getByRole('option', { selected: true });
  await waitFor(() => expect(chosen().textContent).toBe('Thuế'));
  await waitFor(() => expect(chosen().getAttribute('aria-checked')).toBe('true'));
  await user.type(field, '{Enter}');
  await clock.advance(10);
  expect(chosen().getAttribute('aria-checked')).toBe('false');
  expect(screen.getByRole('option', { name: 'An toàn' }).getAttribute('aria-checked')).toBe('false');
  await user.type(field, '{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(chosen().textContent).toBe('An toàn');
});

test.each([
  ['vi', 'Gắn nhãn cho 2 hội thoại', 'Tìm hoặc tạo nhãn', 'Tạo nhãn “thue”'],
  ['en', 'Label 2 conversations', 'Find or create a label', 'Create label “thue”'],
] as const)(
  'LB-16 what some carry is said; Enter puts it on all, and a new name makes a label (%s)',
  async (language, title, search, create) => {
    speak(language);
    const { user, model, server, clock } = await renderPart(<Dialog />);
    const label = server.mailbox.addLabel('Khách hàng');
    server.mailbox.receive({ labels: [label.id] });
    server.mailbox.receive();
    model.holdList({ list: INBOX, offset: 0, limit: 10 });
    await clock.advance(10);
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    const option = () => screen.getByRole('option', { name: 'Khách hàng' });
    expect(option().getAttribute('aria-checked')).toBe('mixed');
    const field = screen.getByRole('combobox', { name: search });
    await user.type(field, 'khach{Enter}');
    await waitFor(() => expect(option().getAttribute('aria-checked')).toBe('true'));
    await clock.advance(10);
    expect(server.mailbox.list(label.id)).toHaveLength(2);

    await user.clear(field);
    await user.type(field, 'thue');
    await user.click(screen.getByRole('option', { name: create }));
    await clock.advance(10);
    expect(server.mailbox.labels().map(({ name }) => name)).toContain('thue');
  },
);

test('LB-21 a label that can not be made is refused with a word, and its name stays', async () => {
  speak('vi');
  const { user, model, server, clock } = await renderPart(<Dialog />);
  server.mailbox.receive();
  model.holdList({ list: INBOX, offset: 0, limit: 10 });
  await clock.advance(10);
  const field = (await screen.findByRole('combobox')) as HTMLInputElement;
  vi.spyOn(model, 'createLabel').mockRejectedValue(new ApiError(0, 'no_answer', 'x'));
  await user.type(field, 'Thuế{Enter}');
  await waitFor(() =>
    expect(notices.get().at(-1)?.text).toContain('Chưa tạo được nhãn “Thuế” vì mất kết nối'),
  );
  expect(field.value).toBe('Thuế');
});

test.each([
  ['conversations', <Dialog key="all" />],
  ['a message', <MessageDialog key="one" />],
])('LB-22 undoing the act on %s that a label was made with takes it away', async (_, dialog) => {
  const removeEmpty = vi.fn(async () => ({ data: { removed: true } }));
  const { user, model, server, clock } = await renderPart(dialog, {
    api: { removeEmptyLabel: removeEmpty } as never,
  });
  const { threadId } = server.mailbox.receive();
  model.holdList({ list: INBOX, offset: 0, limit: 10 });
  model.holdThread(threadId, 'INBOX');
  await clock.advance(10);
  await user.type(await screen.findByRole('combobox'), 'Thuế{Enter}');
  await clock.advance(10);
  await waitFor(() => expect(notices.get().at(-1)?.undo).toBeTruthy());
  const { id } = server.mailbox.labels()[0] as { id: string };
  await notices.get().at(-1)?.undo?.();
  await waitFor(() => expect(removeEmpty).toHaveBeenCalledExactlyOnceWith({ params: { id } }));
});

test('LB-22 so does undoing a label that was made on a whole folder, once the server has taken it off', async () => {
  const removeEmpty = vi.fn(async () => ({ data: { removed: true } }));
  const { user, model, server, clock } = await renderPart(
    <>
      <Dialog whole={{ total: 152, capped: false }} />
      <BatchPanel />
    </>,
    { api: { removeEmptyLabel: removeEmpty } as never },
  );
  server.mailbox.receive();
  model.holdList({ list: INBOX, offset: 0, limit: 10 });
  await clock.advance(10);
  await user.type(await screen.findByRole('combobox'), 'Thuế{Enter}');
  await clock.advance(10);
  await waitFor(() => expect(job.get()).toMatchObject({ kind: 'bulk', id: 'job1' }));
  await act(() => clock.advance(10));
  const { id } = server.mailbox.labels()[0] as { id: string };
  const tell = (state: BulkJob['state']) =>
    act(async () => {
      const at = { ...(model.bulkJob('job1') as BulkJob), state, done: 152, can_undo: state === 'done' };
      server.send({ event: 'bulk_progress', data: at });
      await clock.advance(10);
    });
  await tell('done');
  await act(() => undoLatest());
  expect(job.get()).toMatchObject({ undoing: true });
  expect(removeEmpty, 'conversations carry it until they have been gone through').not.toHaveBeenCalled();
  await tell('undone');
  await waitFor(() => expect(removeEmpty).toHaveBeenCalledExactlyOnceWith({ params: { id } }));
});

test('LB-23 the picker takes over what was typed before it was there, and the focus', async () => {
  speak('vi');
  const { model, server, clock } = await renderPart(<Dialog />);
  server.mailbox.addLabel('An toàn');
  server.mailbox.addLabel('Thuế');
  holdKeys('picker', '…');
  fireEvent.input(document.activeElement as Element, { target: { value: 'thue' } });
  server.mailbox.receive();
  model.holdList({ list: INBOX, offset: 0, limit: 10 });
  await act(() => clock.advance(10));
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Tìm hoặc tạo nhãn' });
  expect(field.value).toBe('thue');
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Thuế');
});
