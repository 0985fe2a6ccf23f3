import { act, screen, within } from '@testing-library/react';
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

test('OR-4 an undo stands beside a notice that came after it, and each goes at its time', async () => {
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
    act(() => vi.advanceTimersByTime(2999));
    expect(status.textContent).toContain('Đã gửi thư');
    act(() => vi.advanceTimersByTime(1));
    expect(status.textContent, 'NT-1').toBe('Đã xóaHoàn tác');
    act(() => vi.advanceTimersByTime(1000));
    expect(status.textContent).toBe('');
  } finally {
    vi.useRealTimers();
  }
});

test('a notice that comes later moves those that stand without pushing them, and comes after them in the page', async () => {
  speak('vi');
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44);
  try {
    const { user } = await renderPart(<NoticeArea below={<p>Mất kết nối</p>} />);
    const status = screen.getByRole('status');
    const upwards = () => [...status.children].map((notice) => (notice as HTMLElement).style.translate);
    act(() => notify({ text: 'Đã xóa', undo: () => undefined }));
    const first = status.children[0];
    expect(upwards()).toEqual(['0px -52px']);
    act(() => notify({ text: 'Đã chuyển', undo: () => undefined }));
    expect(upwards()).toEqual(['0px -104px', '0px -52px']);
    expect(status.children[0], 'the same element').toBe(first);
    await user.click(within(status.children[1] as HTMLElement).getByRole('button', { name: 'Đóng' }));
    expect(upwards()).toEqual(['0px -52px']);
  } finally {
    height.mockRestore();
  }
});
