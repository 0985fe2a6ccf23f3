import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { say } from '../../i18n/i18n.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { dayOf, endOfDay, startOfDay } from '../../parts/dates/local-days.ts';
import { filterWords, listWords } from '../../parts/filters/filter-words.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { FilterChips } from './filter-chips.tsx';
import { PersonFilter } from './filter-forms.tsx';
import { SortMenu } from './sort-menu.tsx';

const INBOX: ListRef = { kind: 'folder', path: 'INBOX' };

async function show(list: ListRef) {
  const onList = vi.fn<(list: ListRef) => void>();
  const minh = threadOf({ from: { name: 'Trần Minh', email: 'minh@kho.example' } });
  const part = await renderPart(<FilterChips list={list} threads={[minh]} onList={onList} />);
  return { ...part, onList };
}

describe.each(['vi', 'en'] as const)('the chips above a list in %s', (language) => {
  test('narrow a folder one by one, and each is taken away again', async () => {
    await speak(language);
    const { user, onList, unmount } = await show(INBOX);
    await user.click(screen.getByRole('button', { name: say('search.filters.unread') }));
    expect(onList).toHaveBeenLastCalledWith({ ...INBOX, filter: { is_read: 'false' } });
    unmount();
    const both = await show({ ...INBOX, filter: { is_read: 'false', has_attachment: 'true' } });
    const unread = screen.getByRole('button', { name: say('search.filters.unread') });
    expect(unread.getAttribute('aria-pressed')).toBe('true');
    await both.user.click(unread);
    expect(both.onList).toHaveBeenLastCalledWith({ ...INBOX, filter: { has_attachment: 'true' } });
    await both.user.click(screen.getByRole('button', { name: say('search.filters.clear') }));
    expect(both.onList).toHaveBeenLastCalledWith(INBOX);
    expect(document.activeElement).toBe(unread);
  });

  test('offer no other order where lists show single messages', async () => {
    await speak(language);
    const chips = <FilterChips list={INBOX} threads={[]} onList={() => undefined} />;
    const { unmount } = await renderPart(chips);
    expect(screen.getByRole('button', { name: new RegExp(`^${say('search.sort.label')}`) })).toBeTruthy();
    unmount();
    await renderPart(chips, { settings: { conversation_view: false } });
    expect(screen.queryByRole('button', { name: new RegExp(`^${say('search.sort.label')}`) })).toBeNull();
    expect(screen.getByRole('button', { name: say('search.filters.unread') })).toBeTruthy();
  });

  test('offer who wrote what is shown, and take what is typed', async () => {
    await speak(language);
    const minh = threadOf({ from: { name: 'Trần Minh', email: 'minh@kho.example' } });
    const mine = threadOf({ id: 't2', from: { name: 'Lan Anh', email: 'lan.anh@saomai.example' } });
    const onValue = vi.fn();
    const form = (
      <PersonFilter
        of="from"
        value=""
        threads={[minh, mine, minh]}
        anchor={document.body}
        onValue={onValue}
        onClose={() => undefined}
      />
    );
    const api = { completeAddresses: async () => ({ data: [], meta: undefined }) };
    const { user } = await renderPart(form, { api });
    expect(screen.queryByRole('button', { name: /lan\.anh/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /minh@kho\.example/ }));
    expect(onValue).toHaveBeenLastCalledWith('minh@kho.example');
    // Without a layout the form counts as detached, and user-event doesn't type into invisible fields.
    const field = screen.getByLabelText(say('search.fields.from'), { selector: 'input' });
    fireEvent.change(field, { target: { value: 'hà' } });
    fireEvent.click(screen.getByText(say('search.filters.show')));
    expect(onValue).toHaveBeenLastCalledWith('hà');
  });

  test('TL-11 keep the order of a folder, and say it', async () => {
    await speak(language);
    const sent: ListRef = { kind: 'folder', path: 'Sent', sort: 'sender_desc' };
    const { user, onList } = await show(sent);
    const words = say('search.sort.recipient_desc');
    expect(screen.getByRole('button', { name: `${say('search.sort.label')}: ${words}` })).toBeTruthy();
    expect(listWords(say, sent, 0)).toContain(words);
    await user.click(screen.getByRole('button', { name: say('search.filters.starred') }));
    expect(onList).toHaveBeenLastCalledWith({ ...sent, filter: { is_star: 'true' } });
  });

  test('TL-11 offer the orders of a folder', async () => {
    await speak(language);
    const onSort = vi.fn();
    const opened = { anchor: document.body, onClose: () => undefined };
    await renderPart(<SortMenu {...opened} list={{ ...INBOX, sort: 'size' }} onSort={onSort} />);
    // Without a layout the menu counts as detached.
    const items = screen.getAllByRole('menuitemradio', { hidden: true });
    const orders = ['date', 'size', 'size_asc', 'sender', 'sender_desc'] as const;
    expect(items.map((item) => item.textContent)).toEqual(orders.map((order) => say(`search.sort.${order}`)));
    expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(
      orders.map((order) => `${order === 'size'}`),
    );
    for (const item of items) fireEvent.click(item);
    expect(onSort.mock.calls).toEqual([[null], ['size_asc'], ['sender'], ['sender_desc']]);
  });

  test('know a search by its own terms', async () => {
    await speak(language);
    const { user, onList } = await show({ kind: 'search', terms: { q: 'kho', is_star: 'true' } });
    await user.click(screen.getByRole('button', { name: say('search.filters.starred') }));
    expect(onList).toHaveBeenLastCalledWith({ kind: 'search', terms: { q: 'kho' } });
  });

  test('fit the folder', async () => {
    await speak(language);
    await show({ kind: 'folder', path: 'Sent' });
    expect(screen.queryByRole('button', { name: say('search.filters.unread') })).toBeNull();
    expect(screen.getByRole('button', { name: say('search.fields.to') })).toBeTruthy();
  });
});

test('TL-16 a list is named by its folder and its filter, and last month by its name', async () => {
  await speak('vi');
  const now = new Date(2026, 10, 21, 9).getTime();
  const lastMonth = {
    start_date: String(startOfDay('2026-10-01')),
    end_date: String(endOfDay('2026-10-31')),
  };
  const list: ListRef = { ...INBOX, filter: { is_read: 'false', ...lastMonth } };
  expect(listWords(say, list, now)).toBe('Hộp thư đến · Chưa đọc, Tháng trước');
  expect(filterWords(say, { start_date: lastMonth.start_date }, now)).toBe('Từ ngày 01/10/2026');
  expect(filterWords(say, { ...lastMonth, end_date: String(endOfDay('2026-10-01')) }, now)).toBe(
    '01/10/2026',
  );
  expect(dayOf(Number(lastMonth.end_date))).toBe('2026-10-31');
});
