import { ApiError } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { folderPage } from '../../model/mail/test-kit/start-model.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { notices } from '../../parts/notices/notify.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { MessageMenu } from './message-menu.tsx';
import { ThreadDetail } from './thread-detail.tsx';

const COMPOSE = { subscribe: () => () => undefined, model: () => null } as unknown as LazyCompose;
const nothing = () => undefined;

const detail = (threadId: string, path: string) => (
  <ComposeContext value={COMPOSE}>
    <ThreadDetail
      threadId={threadId}
      path={path}
      acts={<button type="button">the list’s actions</button>}
      onClose={nothing}
      onNext={null}
      onPrevious={null}
      split={false}
    />
  </ComposeContext>
);

/** A conversation as read in one of these folders. */
async function openIn(
  folderId: string,
  path: string,
  mail: { subject?: string; at?: number; sentAt?: number } = {},
) {
  const page = await renderPart(null);
  const { threadId } = page.server.mailbox.receive({ folderId, ...mail });
  page.model.holdList(folderPage(path));
  await act(() => page.clock.advance(10));
  page.rerender(detail(threadId, path));
  await act(() => page.clock.advance(10));
  await screen.findByRole('heading', { level: 1 });
  return {
    ...page,
    async stopSending() {
      page.server.send({ event: 'enable_smtp', data: { enable_smtp: 0 } });
      await act(() => page.clock.advance(10));
    },
  };
}

/** The address, and the thread open at it. */
function AtAddress({ id }: { id: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => void navigate(`/folder/INBOX/${id}`), [id, navigate]);
  return (
    <>
      {detail(id, 'INBOX')}
      <p role="note">{pathname}</p>
    </>
  );
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent || button.ariaLabel);

test('a message has the time of its row in the list, whenever its sender says that it was written', async () => {
  const at = Date.UTC(2026, 10, 20, 2, 5) / 1000;
  const { model } = await openIn('inbox', 'INBOX', { at, sentAt: at - 61 });
  expect(model.list(folderPage('INBOX')).threads[0]?.last_message_timestamp).toBe(at);
  const times = [...document.querySelectorAll('article time')];
  expect(times.map((time) => time.getAttribute('datetime'))).toEqual(['2026-11-20T02:05:00.000Z']);
});

test('TD-1 the page has subject, messages, an area for the answer, and the actions of the list', async () => {
  await openIn('inbox', 'INBOX', { subject: 'Báo giá nón lá' });
  expect(title()).toBe('Báo giá nón lá');
  expect(
    screen.getByRole('region', { name: 'Các thư trong hội thoại' }).querySelectorAll('article'),
  ).toHaveLength(1);
  expect(buttons()).toEqual(expect.arrayContaining(['the list’s actions', 'Trả lời', 'Chuyển tiếp']));
  expect(screen.queryByRole('note')).toBeNull();
});

test('a single message leads to its conversation', async () => {
  const page = await renderPart(null);
  page.server.mailbox.showMessages(true);
  const { id, threadId } = page.server.mailbox.receive();
  page.server.mailbox.receive({ threadId });
  await act(() => page.clock.advance(10));
  page.rerender(<AtAddress id={singleId(id)} />);
  await act(() => page.clock.advance(10));
  await screen.findByRole('heading', { level: 1 });
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await page.user.click(screen.getByRole('button', { name: 'Xem cả hội thoại' }));
  expect(screen.getByRole('note').textContent).toBe(`/folder/INBOX/${threadId}`);
});

test('a body that is asked for once more leaves the focus at the head of its message', async () => {
  const page = await renderPart(null);
  const { threadId } = page.server.mailbox.receive();
  page.server.mailbox.receive({ threadId });
  page.model.holdList(folderPage('INBOX'));
  await act(() => page.clock.advance(10));
  page.rerender(detail(threadId, 'INBOX'));
  await act(() => page.clock.advance(10));
  const [first] = await screen.findAllByRole('article');
  const head = within(first as HTMLElement).getAllByRole('button')[0] as HTMLElement;
  page.server.refusal = new ApiError(503, 'service_unavailable', 'busy');
  await page.user.click(head);
  await act(() => page.clock.advance(10));
  page.server.refusal = null;
  within(first as HTMLElement)
    .getByRole('button', { name: 'Thử lại' })
    .focus();
  await page.user.keyboard('{Enter}');
  await act(() => page.clock.advance(10));
  expect(within(first as HTMLElement).queryByRole('button', { name: 'Thử lại' })).toBeNull();
  expect(document.activeElement).toBe(head);
});

test('CL-416 what comes into an open conversation folds nothing, and unfolds nothing, of what is read', async () => {
  const page = await renderPart(null);
  const { threadId } = page.server.mailbox.receive();
  for (let more = 0; more < 3; more++) page.server.mailbox.receive({ threadId });
  page.model.holdList(folderPage('INBOX'));
  await act(() => page.clock.advance(10));
  page.rerender(detail(threadId, 'INBOX'));
  await act(() => page.clock.advance(10));
  await screen.findByRole('heading', { level: 1 });
  const shown = () =>
    screen.getAllByRole('article').map((one) => `${one.dataset['message']} ${one.dataset['expanded']}`);
  const before = shown();
  expect(before.map((one) => one.split(' ')[1])).toEqual(['false', 'false', 'true']);
  for (let more = 0; more < 2; more++) {
    page.server.mailbox.receive({ threadId });
    await act(() => page.clock.advance(1000));
    expect(shown().slice(0, 3)).toEqual(before);
    expect(screen.getByRole('button', { name: 'Xem thêm 1 thư' })).toBeTruthy();
  }
  expect(shown()).toHaveLength(5);
});

/** A conversation of two messages, the later one with these fields. */
async function openWith(said: Partial<Message>) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reports: unknown[] = [];
  const page = await renderPart(null, {
    api: {
      async reportClientError({ body }) {
        reports.push(body);
        return { data: { ok: true } } as never;
      },
    },
  });
  const { threadId } = page.server.mailbox.receive();
  const { id } = page.server.mailbox.receive({ threadId });
  const { open } = page.server.mailbox;
  page.server.mailbox.open = (...asked) => {
    const thread = open(...asked);
    const messages = thread.messages.map((message) =>
      message.id === id ? { ...message, ...said } : message,
    );
    return { ...thread, messages };
  };
  page.model.holdList(folderPage('INBOX'));
  await act(() => page.clock.advance(10));
  page.rerender(detail(threadId, 'INBOX'));
  await act(() => page.clock.advance(10));
  await screen.findByRole('heading', { level: 1 });
  return { ...page, id, reports };
}

test('a message that can not be drawn is one message: its words and its original can be read', async () => {
  const broken = { body: 'Kính gửi', body_type: 'text' as const, from: null as never };
  const { user, id, reports } = await openWith(broken);
  // The reply form fails to render too, separately.
  const [message, answer] = screen.getAllByRole('alert');
  expect(message?.textContent).toContain('Không hiện được thư này.');
  expect(answer?.textContent).toContain('Thử lại');
  expect(screen.getAllByRole('article'), 'the other message').toHaveLength(1);
  expect(buttons()).toContain('the list’s actions');
  expect(screen.getByRole('link', { name: 'Xem thư gốc' }).getAttribute('href')).toBe(`/message/${id}/raw`);
  await user.click(screen.getByRole('button', { name: 'Hiện dạng văn bản' }));
  expect(screen.getByText('Kính gửi')).toBeTruthy();
  expect(reports).toEqual([
    expect.objectContaining({ kind: 'screen', where: 'message' }),
    expect.objectContaining({ kind: 'screen', where: 'answer' }),
  ]);
});

test.each([
  ['ceo@bank.vn', 'name_is_other_address', 'Tên hiển thị là địa chỉ của người khác'],
  ['bank.vn', 'name_is_other_domain', 'Tên hiển thị nhắc đến tên miền khác'],
  ['Ngân hàng', 'hidden_characters', 'Tên người gửi có ký tự ẩn (đã bỏ)'],
] as const)(
  'beside the name "%s" stands the true address, and why it is doubtful',
  async (name, doubt, why) => {
    await openWith({ from: { name, email: 'attacker@evil.example', doubts: [doubt] } });
    const shown = screen.getAllByRole('article').at(-1)?.textContent;
    expect(shown).toContain(name);
    expect(shown).toContain('attacker@evil.example');
    expect(shown).toContain(why);
  },
);

test('TD-1 where there is no subject a placeholder stands', async () => {
  await openIn('inbox', 'INBOX', { subject: '  ' });
  expect(title()).toBe('(không có chủ đề)');
});

test('TD-1 a conversation in Junk says what junk mail is', async () => {
  await openIn('junk', 'Junk');
  expect(screen.getByRole('note').textContent).toContain('Thư rác');
});

test('TD-6 who may not send is offered no answer', async () => {
  const { stopSending } = await openIn('inbox', 'INBOX');
  await stopSending();
  for (const way of ['Trả lời', 'Trả lời tất cả', 'Chuyển tiếp']) expect(buttons()).not.toContain(way);
});

test('PM-8 a muted conversation says so, and is unmuted there, which can be undone', async () => {
  const page = await renderPart(null);
  const { threadId } = page.server.mailbox.receive({ folderId: 'inbox' });
  page.server.mailbox.mute([threadId], true);
  page.model.holdList(folderPage('INBOX'));
  await act(() => page.clock.advance(10));
  page.rerender(detail(threadId, 'INBOX'));
  await act(() => page.clock.advance(10));
  expect(screen.getByText('Đã tắt tiếng')).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Bật tiếng lại' }));
  expect(screen.queryByText('Đã tắt tiếng')).toBeNull();
  expect(notices.get()[0]?.text).toBe('Đã bật tiếng lại 1 hội thoại');
  await act(() => page.clock.advance(10));
  expect(page.server.mailbox.list('inbox')[0]?.muted).toBeUndefined();
  act(() => void notices.get()[0]?.undo?.());
  await act(() => page.clock.advance(10));
  expect(screen.getByText('Đã tắt tiếng')).toBeDefined();
});

/** The menu of a message that may be recallable or planned. */
function MenuOf({ id, folder, planned }: { id: string; folder: string; planned?: string }) {
  const { thread } = useMailbox((model) => model.thread(id, folder));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [message] = thread?.messages ?? [];
  if (!thread || !message) return null;
  const sent: Message = planned ? { ...message, folder: planned } : { ...message, recall: true };
  return (
    <MantineProvider env="test">
      <ComposeContext value={COMPOSE}>
        <button ref={setAnchor} type="button" />
        {anchor && (
          <MessageMenu
            anchor={anchor}
            onClose={nothing}
            thread={thread}
            message={sent}
            onPrint={nothing}
            onEmptied={nothing}
            onRecall={nothing}
          />
        )}
      </ComposeContext>
    </MantineProvider>
  );
}

const ANSWERS = ['Trả lời', 'Chuyển tiếp', 'Trả lời bằng mẫu thư', 'Chuyển tiếp dạng tệp đính kèm'];
const KEPT = [
  'Xem thư gốc',
  'Tải thư xuống (.eml)',
  'Tạo bộ lọc cho thư tương tự',
  'Luôn để thư của người này vào…',
  'Chặn người gửi này',
  'Báo thư rác, lừa đảo',
  'Gắn nhãn',
  'Tạo việc',
  'Tạo sự kiện',
  'In / lưu PDF',
];

test.each([
  ['INBOX', 1, [...ANSWERS, ...KEPT, 'Thu hồi thư này', 'Xóa thư này']],
  // What was thrown away is reported no more.
  ['Trash', 1, [...ANSWERS, ...KEPT.filter((item) => !item.startsWith('Báo')), 'Thu hồi thư này']],
  ['INBOX', 0, KEPT],
] as const)(
  'TD-5 TD-6 TD-22 the menu of a message in %s with enable_smtp %d',
  async (folder, maySend, offered) => {
    const page = await renderPart(null);
    const { threadId } = page.server.mailbox.receive({ folderId: folder.toLowerCase() });
    page.model.holdThread(threadId, folder);
    page.server.send({ event: 'enable_smtp', data: { enable_smtp: maySend } });
    await act(() => page.clock.advance(10));
    page.rerender(<MenuOf id={threadId} folder={folder} />);
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(offered);
  },
);

test.each([
  ['WEBMAIL_SCHEDULED', 'Hủy hẹn giờ'],
  ['webmail_period', 'Ngừng gửi định kỳ'],
])('TD-5 the menu of a message in %s cancels it, after a question', async (list, label) => {
  threadDialog.set(null);
  const page = await renderPart(null);
  const { threadId } = page.server.mailbox.receive();
  page.model.holdThread(threadId, 'INBOX');
  await act(() => page.clock.advance(10));
  page.rerender(<MenuOf id={threadId} folder="INBOX" planned={list} />);
  await page.user.click(await screen.findByRole('menuitem', { name: label }));
  expect(threadDialog.get()).toMatchObject({ kind: 'cancel-planned', planned: { list, threads: 1 } });
  threadDialog.set(null);
});

test('TD-22 reporting a message moves its conversation to Junk at once, with undo, and asks about no sender', async () => {
  threadDialog.set(null);
  notices.set([]);
  const page = await renderPart(null);
  const { threadId } = page.server.mailbox.receive();
  page.model.holdThread(threadId, 'INBOX');
  await act(() => page.clock.advance(10));
  page.rerender(<MenuOf id={threadId} folder="INBOX" />);
  await page.user.click(await screen.findByRole('menuitem', { name: 'Báo thư rác, lừa đảo' }));
  expect(threadDialog.get()).toBeNull();
  expect(notices.get().map(({ text }) => text)).toEqual(['Đã chuyển 1 hội thoại vào Thư rác']);
  await act(() => page.clock.advance(10));
  expect(page.server.calls.map(({ name }) => name)).toContain('moveThreads');
});

test('TD-27 FU-16 an open conversation says until when it waits for an answer, and ends that at once', async () => {
  notices.set([]);
  const page = await renderPart(null);
  const { threadId } = page.server.mailbox.receive({ folderId: 'sent' });
  page.server.mailbox.followUp([threadId], 1_900_000_000);
  page.model.holdList(folderPage('Sent'));
  await act(() => page.clock.advance(10));
  page.rerender(detail(threadId, 'Sent'));
  await act(() => page.clock.advance(10));
  const waits = () => screen.queryByText(/^Chờ trả lời đến \S/);
  await screen.findByRole('heading', { level: 1 });
  expect(waits()).not.toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Thôi chờ trả lời' }));
  expect(waits()).toBeNull();
  await act(() => page.clock.advance(10));
  expect(waits()).toBeNull();
  expect(page.server.calls.map(({ name }) => name)).toContain('endFollowUps');
});
