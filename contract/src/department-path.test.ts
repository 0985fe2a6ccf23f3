import { expect, test } from 'vitest';
import { departmentPath, isWithinDepartment } from './department-path.ts';

test.each([
  ['Kế toán', ['Kế toán']],
  ['Khối Kinh doanh / Bán hàng', ['Khối Kinh doanh', 'Bán hàng']],
  ['Khối Kinh doanh>Bán hàng › Miền Bắc', ['Khối Kinh doanh', 'Bán hàng', 'Miền Bắc']],
  ['Phòng A/B', ['Phòng A/B']],
  [' / Kho', ['Kho']],
])('CT-44 the department %s has the path %j', (name, path) => {
  expect(departmentPath(name)).toEqual(path);
});

test('CT-44 a department is within those above it, and within none that only begins alike', () => {
  expect(isWithinDepartment('Khối / Bán hàng', ['Khối'])).toBe(true);
  expect(isWithinDepartment('Khối', ['Khối'])).toBe(true);
  expect(isWithinDepartment('Khối lượng / Bán hàng', ['Khối'])).toBe(false);
  expect(isWithinDepartment('Khối', ['Khối', 'Bán hàng'])).toBe(false);
});
