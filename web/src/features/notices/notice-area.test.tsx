import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { notices, notify } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { NoticeArea } from './notice-area.tsx';

afterEach(() => act(() => notices.set([])));

describe.each([
  ['vi', { undo: 'Hoàn tác', close: 'Đóng' }],
  ['en', { undo: 'Undo', close: 'Close' }],
] as const)('a notice in %s', (language, words) => {
  test('is announced, and undone once', async () => {
    await speak(language);
    const undo = vi.fn();
    const { user } = await renderPart(<NoticeArea />);
    act(() => notify({ text: 'Đã chuyển 2 hội thoại', undo }));
    expect(screen.getByRole('status').textContent).toContain('Đã chuyển 2 hội thoại');
    await user.click(screen.getByRole('button', { name: words.undo }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.getByRole('status').textContent).toBe('');
  });

  test('is closed without being undone', async () => {
    await speak(language);
    const undo = vi.fn();
    const { user } = await renderPart(<NoticeArea />);
    act(() => notify({ text: 'x', undo }));
    await user.click(screen.getByRole('button', { name: words.close }));
    expect(undo).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

test('a notice that only says that it went well gives way to the next', async () => {
  await renderPart(<NoticeArea />);
  act(() => notify({ text: 'một' }));
  act(() => notify({ text: 'hai' }));
  expect(screen.getByRole('status').textContent).toBe('hai');
});

test('OR-4 an undo is kept behind a notice that came after it, and each goes at its time', async () => {
  speak('vi');
  const undo = vi.fn();
  await renderPart(<NoticeArea />);
  vi.useFakeTimers();
  try {
    act(() => notify({ text: 'Đã xóa', undo }));
    act(() => vi.advanceTimersByTime(1000));
    act(() => notify({ text: 'Đã gửi thư' }));
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Đã xóaHoàn tácĐã gửi thư');
    expect(screen.queryByRole('button', { name: 'Hoàn tác' })).toBeNull();
    act(() => vi.advanceTimersByTime(2999));
    expect(status.textContent).toContain('Đã gửi thư');
    act(() => vi.advanceTimersByTime(1));
    expect(status.textContent, 'NT-1').toBe('Đã xóaHoàn tác');
    expect(screen.getByRole('button', { name: 'Hoàn tác' })).toBeTruthy();
    act(() => vi.advanceTimersByTime(1000));
    expect(status.textContent).toBe('');
  } finally {
    vi.useRealTimers();
  }
});

test('one notice is seen at a time: the newest, or the one that the pointer rests on', async () => {
  speak('vi');
  const { user } = await renderPart(<NoticeArea />);
  const seen = () =>
    [...screen.getByRole('status').children]
      .filter((notice) => !(notice as HTMLElement).hidden)
      .map(({ textContent }) => textContent);
  act(() => notify({ text: 'Đã xóa', undo: () => undefined }));
  await user.hover(screen.getByText('Đã xóa'));
  act(() => notify({ text: 'Đã chuyển', undo: () => undefined }));
  expect(seen()).toEqual(['Đã xóaHoàn tác']);
  await user.unhover(screen.getByText('Đã xóa'));
  expect(seen()).toEqual(['Đã chuyểnHoàn tác']);
  await user.click(screen.getByRole('button', { name: 'Đóng' }));
  expect(seen()).toEqual(['Đã xóaHoàn tác']);
});

test('of two notices the one that has the focus stays, from button to button and without the pointer', async () => {
  speak('vi');
  const { user } = await renderPart(<NoticeArea />);
  act(() => notify({ text: 'Đã xóa', undo: () => undefined }));
  const undo = screen.getByRole('button', { name: 'Hoàn tác' });
  act(() => undo.focus());
  act(() => notify({ text: 'Đã chuyển', undo: () => undefined }));
  const shown: boolean[] = [];
  const isShown = () => screen.getByText('Đã xóa').closest('[data-notice]')?.hasAttribute('hidden') === false;
  const watching = new MutationObserver(() => void shown.push(isShown()));
  watching.observe(screen.getByRole('status'), { subtree: true, attributes: true });
  await user.tab();
  const close = document.activeElement;
  expect((close as HTMLElement).getAttribute('aria-label')).toBe('Đóng');
  await user.hover(screen.getByText('Đã xóa'));
  await user.unhover(screen.getByText('Đã xóa'));
  expect(document.activeElement).toBe(close);
  expect(isShown()).toBe(true);
  watching.disconnect();
  expect(shown).not.toContain(false);
});
