import type { Label } from '@bocau/contract/labels.ts';
import { expect, test } from 'vitest';
import { hiddenLabels, labelRows, placeBeside } from './label-rows.ts';

function named(name: string, given: Partial<Label> = {}): Label {
  const unread = given.unread ?? 0;
  return {
    id: name,
    name,
    color: 'blue',
    position: null,
    keyword: name,
    hidden: false,
    total: unread,
    ...given,
    unread,
  };
}

const LABELS = [
  named('Khách hàng', { unread: 1 }),
  named('Khách hàng/FPT', { unread: 2 }),
  named('Khách hàng/FPT/Hợp đồng', { unread: 4 }),
  named('Lưu/2025', { unread: 3 }),
];

test('LB-18 labels are nested by slashes; folded, a label counts what is below it', () => {
  const shown = (open: readonly string[]) =>
    labelRows(LABELS, (id) => open.includes(id)).map(({ words, depth, unread }) => [words, depth, unread]);
  expect(shown([])).toEqual([
    ['Khách hàng', 0, 7],
    ['Lưu › 2025', 0, 3],
  ]);
  expect(shown(['Khách hàng', 'Khách hàng/FPT'])).toEqual([
    ['Khách hàng', 0, 1],
    ['FPT', 1, 2],
    ['Hợp đồng', 2, 4],
    ['Lưu › 2025', 0, 3],
  ]);
});

test('LB-18 a label is hidden while it and what is nested in it are empty', () => {
  const empty = named('A', { hidden: true });
  expect(hiddenLabels([empty, named('A/B')])).toEqual([empty]);
  expect(hiddenLabels([empty, named('A/B', { unread: 1 })])).toEqual([]);
  expect(hiddenLabels([{ ...empty, total: 2 }])).toEqual([]);
});

test('LB-18 moving a label places it beside its neighbour of the same parent', () => {
  const labels = ['A', 'B', 'B/x', 'C'].map((name) => named(name));
  expect(placeBeside(labels, labels[3] as Label, -1)).toBe(1);
  expect(placeBeside(labels, labels[0] as Label, 1)).toBe(1);
  expect(placeBeside(labels, labels[0] as Label, -1)).toBeNull();
  expect(placeBeside(labels, labels[2] as Label, 1)).toBeNull();
});
