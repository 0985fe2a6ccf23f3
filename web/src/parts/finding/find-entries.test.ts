import { expect, test } from 'vitest';
import { findEntries } from './find-entries.ts';
import { matchRank } from './match-rank.ts';

const named = (id: string, names: string[], also: string[] = []) => ({ id, names, also });
const ENTRIES = [
  named('move', ['Chuyển tới thư mục']),
  named('old', ['Kế toán cũ', 'Mở Kế toán cũ']),
  named('accounts', ['Kế toán', 'Mở Kế toán']),
  named('contracts', ['Hợp đồng kế toán']),
  named('reply', ['Trả lời tự động'], ['vắng mặt nghỉ phép', 'vacation out of office']),
  named('split', ['Kế hoạch toán']),
];
const idsOf = (typed: string, lately?: string[]) =>
  findEntries(ENTRIES, typed, lately).map(({ entry }) => entry.id);

test('what was typed is found as a whole, then at the beginning, then from a word on, then word by word', () => {
  expect(idsOf('ke toan')).toEqual(['accounts', 'old', 'contracts', 'split']);
  expect(idsOf('Kế TOÁN cũ')).toEqual(['old']);
  expect(idsOf('oan')).toEqual([]);
  expect(matchRank('Hợp đồng', 'ong')).not.toBeNull();
});

test('of equal matches those that were chosen lately go first, the latest before all', () => {
  expect(idsOf('k')).toEqual(['old', 'accounts', 'split', 'contracts']);
  expect(idsOf('k', ['split', 'accounts'])).toEqual(['split', 'accounts', 'old', 'contracts']);
});

test('what is found by another word says which', () => {
  expect(findEntries(ENTRIES, 'vang mat tra').map(({ because }) => because)).toEqual(['vắng mặt']);
  expect(findEntries(ENTRIES, 'tra loi').map(({ because }) => because)).toEqual(['']);
  expect(idsOf('vang zzz')).toEqual([]);
});

test('all stand as they are where nothing is typed', () => {
  expect(idsOf(' ')).toEqual(ENTRIES.map(({ id }) => id));
});
