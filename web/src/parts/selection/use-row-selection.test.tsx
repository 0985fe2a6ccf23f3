import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRowSelection } from './use-row-selection.ts';

const rowsOf = (ids: string) => [...ids].map((id) => ({ id, unread: false }));

function start(ids: string) {
  const { result, rerender } = renderHook(({ rows }) => useRowSelection('inbox', rowsOf(rows)), {
    initialProps: { rows: ids },
  });
  return {
    at: () => result.current.cursor?.id,
    moveTo: (id: string, rows: string) =>
      act(() => result.current.moveTo(rowsOf(rows).find((row) => row.id === id) as never, false)),
    show: (rows: string) => rerender({ rows }),
  };
}

test('TL-26 the cursor stays with the row that took the place of one that has left, whatever comes in', () => {
  const list = start('abcd');
  list.moveTo('b', 'abcd');
  list.show('acd');
  expect(list.at()).toBe('c');
  list.show('nacd');
  expect(list.at()).toBe('c');
  list.show('nad');
  expect(list.at()).toBe('d');
  list.show('cnad');
  expect(list.at()).toBe('d');
});

test('TL-26 what came in above before a row left is counted: the next row takes its place, or else the last', () => {
  const list = start('abc');
  list.moveTo('b', 'abc');
  list.show('nmabc');
  list.show('nmac');
  expect(list.at()).toBe('c');
  list.show('nma');
  expect(list.at()).toBe('a');
  list.show('');
  expect(list.at()).toBeUndefined();
});
