import type { Label } from '@bocau/contract/labels.ts';
import { expect, test } from 'vitest';
import { foundLabels } from './found-labels.ts';

test.each(['khách', 'khach h', 'hàng', 'dự án/khách'])(
  'LB-19 %s finds a label inside another one',
  (typed) => {
    const labels = ['Nội bộ', 'Dự án/Khách hàng'].map((name) => ({ name }) as Label);
    expect(foundLabels(labels, typed).map(({ name }) => name)).toEqual(['Dự án/Khách hàng']);
  },
);
