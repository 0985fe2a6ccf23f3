import { cleanup, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { say } from '../../i18n/i18n.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { pageRange } from './page-range.ts';

type Shown = Partial<Parameters<typeof ListToolbar>[0]>;

async function show(given: Shown = {}) {
  const calls = {
    onPick: vi.fn(),
    onRefresh: vi.fn(),
    onHistory: vi.fn(),
    onGoTo: vi.fn(),
    onSplit: vi.fn(),
  };
  const part = await renderPart(
    <ListToolbar
      picked={0}
      allPicked={false}
      onPage={50}
      range={pageRange(2, 50, 50, 1234, false)}
      capped={false}
      sorted={false}
      split="default"
      condensed={false}
      tight={false}
      lastSeen={false}
      {...calls}
      {...given}
    >
      <button type="button">act</button>
    </ListToolbar>,
  );
  return { ...part, ...calls };
}

describe.each([
  [
    'vi',
    {
      refresh: 'Tải lại danh sách',
      older: 'Cũ hơn',
      oldest: 'Cũ nhất',
      range: '51–100 / 1.234',
      lastSeen: 'Như lần xem trước, đang cập nhật…',
    },
  ],
  [
    'en',
    {
      refresh: 'Refresh',
      older: 'Older',
      oldest: 'Oldest',
      range: '51–100 of 1,234',
      lastSeen: 'As you last saw it, updating…',
    },
  ],
] as const)('the toolbar of a list in %s', (language, words) => {
  test('TL-6 names pages by their place where none is newer than another', async () => {
    await speak(language);
    await show({ sorted: true });
    expect(screen.queryByRole('button', { name: words.older })).toBeNull();
    expect(screen.getByRole('button', { name: say('threadList.sorted.next') })).toBeTruthy();
  });

  test('says which rows are shown, of how many', async () => {
    await speak(language);
    await show();
    expect(screen.getByText(words.range)).toBeTruthy();
  });

  test('says that the rows are not confirmed yet, until some are picked', async () => {
    await speak(language);
    await show({ lastSeen: true });
    expect(screen.getByText(words.lastSeen)).toBeTruthy();
    cleanup();
    await show({ lastSeen: true, picked: 2 });
    expect(screen.queryByText(words.lastSeen)).toBeNull();
  });

  test('goes to older and the oldest conversations', async () => {
    await speak(language);
    const { user, onGoTo } = await show();
    await user.click(screen.getByRole('button', { name: words.older }));
    await user.click(screen.getByRole('button', { name: words.oldest }));
    expect(onGoTo.mock.calls).toEqual([[3], [25]]);
  });

  test('refreshes while nothing is selected', async () => {
    await speak(language);
    const { user, onRefresh } = await show();
    await user.click(screen.getByRole('button', { name: words.refresh }));
    expect(onRefresh).toHaveBeenCalledOnce();
  });

  test('makes room for actions when something is selected', async () => {
    await speak(language);
    await show({ picked: 2 });
    expect(screen.queryByRole('button', { name: words.refresh })).toBeNull();
    expect(screen.getByRole('button', { name: 'act' })).toBeTruthy();
  });
});

describe('the toolbar of a list', () => {
  test('on the last page older leads nowhere, and keeps its place for the keyboard', async () => {
    await speak('en');
    const { user, onGoTo } = await show({ range: pageRange(25, 50, 34, 1234, false) });
    const older = screen.getByRole('button', { name: 'Older' });
    expect(older.getAttribute('aria-disabled')).toBe('true');
    await user.click(older);
    expect(onGoTo).not.toHaveBeenCalled();
  });

  test('an empty list has nothing to select', async () => {
    await speak('en');
    await show({ onPage: 0, range: pageRange(1, 50, 0, 0, false) });
    expect(screen.getByRole('checkbox')).toHaveProperty('disabled', true);
  });

  test('the box takes a selection back before it selects all', async () => {
    await speak('en');
    const { user, onPick, rerender } = await show({ picked: 3 });
    expect(screen.getByRole('checkbox')).toHaveProperty('indeterminate', true);
    await user.click(screen.getByRole('checkbox'));
    expect(onPick).toHaveBeenCalledWith('none');
    rerender(<p>away</p>);
    const again = await show({ picked: 0 });
    await again.user.click(screen.getByRole('checkbox'));
    expect(again.onPick).toHaveBeenCalledWith('all');
  });

  test('how much is selected is announced', async () => {
    await speak('en');
    await show({ picked: 1 });
    const announced = screen.getByText('1 selected');
    expect(announced.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  });

  test('a count that is capped says so', async () => {
    await speak('en');
    await show({ capped: true, range: pageRange(1, 50, 50, 1000, true) });
    expect(screen.getByText('1–50 of more than 1,000')).toBeTruthy();
  });

  test('on a narrow screen the ends of the list are in a menu of its own', async () => {
    await speak('en');
    await show({ condensed: true });
    expect(screen.queryByRole('button', { name: 'Oldest' })).toBeNull();
    expect(screen.getByRole('button', { name: '51–100 of 1,234' }).getAttribute('aria-haspopup')).toBe(
      'menu',
    );
  });
});

test('TL-3 the toolbar holds select menu, refresh, actions, pages, split and settings, and condensed fewer', async () => {
  await speak('vi');
  await show();
  const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names()).toEqual([
    ...['Chọn…', 'Tải lại danh sách', 'Thao tác gần đây', null],
    ...['Mới nhất', 'Mới hơn', 'Cũ hơn', 'Cũ nhất', 'Khung đọc'],
  ]);
  expect(screen.getByRole('link', { name: 'Cài đặt' })).toBeTruthy();
  cleanup();
  await show({ condensed: true, split: null });
  expect(names()).not.toContain('Thao tác gần đây');
  expect(names()).not.toContain('Cũ nhất');
});

test.each(['vi', 'en'] as const)(
  'TL-24 what is picked is told, and picked no more by one press, in %s',
  async (language) => {
    await speak(language);
    const { user, onPick } = await show({ picked: 2, condensed: true, tight: true });
    expect(screen.getByText(say('threadList.picked', { count: 2 }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: say('threadList.clear') }));
    expect(onPick).toHaveBeenCalledWith('none');
    cleanup();
    await show({ picked: 0 });
    expect(screen.queryByRole('button', { name: say('threadList.clear') })).toBeNull();
  },
);
