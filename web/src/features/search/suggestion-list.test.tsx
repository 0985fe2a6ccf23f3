import type { ApiClient } from '@bocau/contract/client.ts';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { OperatorSheet } from './operator-sheet.tsx';
import { recordSearch } from './recent-searches.ts';
import { SuggestionList } from './suggestion-list.tsx';

async function show(
  typed: string,
  suggested: Partial<Awaited<ReturnType<ApiClient['suggest']>>['data']> = {},
) {
  const acts = { onSearch: vi.fn(), onGo: vi.fn(), onEnter: vi.fn(), onType: vi.fn(), onHelp: vi.fn() };
  const suggest = async () => ({ data: { threads: [], texts: [], ...suggested } });
  const part = <SuggestionList id="list" typed={typed} active={-1} {...acts} />;
  return { ...(await renderPart(part, { api: { suggest: suggest as never } })), ...acts };
}

describe.each([
  [
    'vi',
    {
      typed: 'báo giá từ',
      operator: /^từ:/,
      help: 'Cách tìm chính xác hơn',
      waiting: 'là:',
      value: /^là:chưa đọc/,
      said: 'là',
    },
  ],
  [
    'en',
    {
      typed: 'báo giá fro',
      operator: /^from:/,
      help: 'Search more precisely',
      waiting: 'is:',
      value: /^is:unread/,
      said: 'isa',
    },
  ],
] as const)('what is suggested in %s', (language, words) => {
  test('SB-2 an operator that is begun goes on being typed, in the language of the page', async () => {
    speak(language);
    const { user, onType, onSearch } = await show(words.typed);
    await user.click(await screen.findByRole('option', { name: words.operator }));
    expect(onType).toHaveBeenCalledWith(language === 'vi' ? 'báo giá từ:' : 'báo giá from:');
    expect(onSearch).not.toHaveBeenCalled();
  });

  test('SB-2 while an operator waits for its value, only its values are suggested', async () => {
    speak(language);
    const texts = ['Là Thị Isa'];
    const { rerender, ...acts } = await show(words.said, { texts });
    expect((await screen.findAllByRole('option', { name: texts[0] as string })).length).toBe(1);
    rerender(<SuggestionList id="list" typed={words.waiting} active={-1} {...acts} />);
    expect(screen.getByRole('option', { name: words.value })).toBeTruthy();
    expect(screen.queryByRole('option', { name: texts[0] as string })).toBeNull();
  });

  test('the last line leads to the explanation of all operators', async () => {
    speak(language);
    const { user, onHelp } = await show('abc');
    await user.click(await screen.findByRole('option', { name: words.help }));
    expect(onHelp).toHaveBeenCalledOnce();
  });
});

test.each([
  ['vi', 'lớn hơn:1,5MB', 'sau:01/11/2026'],
  ['en', 'larger:1.5MB', 'after:2026-11-01'],
] as const)('the sheet shows each operator as it is typed in %s', async (language, size, day) => {
  speak(language);
  await renderPart(<OperatorSheet onClose={vi.fn()} />);
  expect([await screen.findByText(size), screen.getByText(day)]).toHaveLength(2);
});

test.each([
  ['vi', 'Tìm gần đây'],
  ['en', 'Recent searches'],
] as const)('SB-15 what was searched for in this visit is offered again in %s', async (language, heading) => {
  await speak(language);
  recordSearch('hợp đồng');
  recordSearch('báo giá');
  const { user, onSearch, unmount } = await show('');
  const [first, ...rest] = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect([first, ...rest]).toEqual([heading, 'báo giá', 'hợp đồng']);
  await user.click(screen.getByRole('option', { name: 'hợp đồng' }));
  expect(onSearch).toHaveBeenCalledWith({ q: 'hợp đồng' });
  unmount();
  await show('Báo');
  expect(screen.getByRole('option', { name: 'báo giá' })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'hợp đồng' })).toBeNull();
});
