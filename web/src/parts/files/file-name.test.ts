import { expect, test } from 'vitest';
import { nameParts } from './file-name.tsx';

test.each([
  [
    'Bảng kê chi tiết đơn hàng tháng 11 năm 2026 – bản cuối.xlsx',
    'Bảng kê chi tiết đơn hàng tháng 11 năm 2026 – b',
    'ản cuối.xlsx',
  ],
  ['ngắn.pdf', 'ngắn', '.pdf'],
  ['Tệp dài bằng dấu rời tiếng Việ\u0302\u0323t.doc', 'Tệp dài bằng dấu rời ti', 'ếng Việ\u0302\u0323t.doc'],
  ['a', 'a', ''],
])('%s may lose its middle, not its ending', (name, start, end) => {
  expect(nameParts(name)).toEqual([start, end]);
});
