import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { contactPeople as english } from '../../../i18n/en/contact-people.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { contactPeople as vietnamese } from '../../../i18n/vi/contact-people.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DepartmentFilter } from './department-filter.tsx';
import { departmentTree, listedNodes, nodeOf } from './department-tree.ts';

beforeAll(() => {
  learnWords('vi', { contactPeople: vietnamese });
  learnWords('en', { contactPeople: english });
});

const TREE = departmentTree([
  { name: 'Kế toán', total: 3 },
  { name: 'Khối Kinh doanh', total: 1 },
  { name: 'Khối Kinh doanh / Bán hàng', total: 4 },
  { name: 'Khối Kinh doanh > Bán hàng > Miền Bắc', total: 2 },
  { name: 'Khối Sản xuất / Xưởng A/B', total: 5 },
]);

test('CT-44 departments are a tree by their paths, and count those below them', () => {
  const lines = listedNodes(TREE, '').map(({ level, label, total }) => `${level} ${label} ${total}`);
  expect(lines).toEqual([
    ...['1 Kế toán 3', '1 Khối Kinh doanh 7', '2 Bán hàng 6', '3 Miền Bắc 2'],
    ...['1 Khối Sản xuất 5', '2 Xưởng A/B 5'],
  ]);
  expect(nodeOf(TREE, 'Khối Kinh doanh>Bán hàng')?.total).toBe(6);
  expect(nodeOf(TREE, 'Khối')).toBeUndefined();
  // What leads to what is found is shown with it.
  expect(listedNodes(TREE, 'mien bac').map(({ label }) => label)).toEqual([
    ...['Khối Kinh doanh', 'Bán hàng', 'Miền Bắc'],
  ]);
});

test.each([
  ['vi', vietnamese],
  ['en', english],
] as const)('CT-44 the tree is narrowed by words and chosen from by keys, in %s', async (language, words) => {
  await speak(language);
  const choose = vi.fn();
  const { directory } = words;
  const { user } = await renderPart(<DepartmentFilter tree={TREE} department={null} onDepartment={choose} />);
  await user.click(screen.getByRole('button', { name: directory.departments }));
  expect(screen.getAllByRole('treeitem')).toHaveLength(7);
  const field = screen.getByRole('combobox', { name: directory.findDepartment });
  await user.type(field, 'ban hang');
  expect(screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-level'))).toEqual([
    ...['1', '1', '2', '3'],
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(choose).toHaveBeenCalledWith('Khối Kinh doanh / Bán hàng');
});

test('CT-44 without paths it stays a menu, and without departments nothing', async () => {
  const none = await renderPart(
    <DepartmentFilter tree={[]} department={null} onDepartment={() => undefined} />,
  );
  expect(screen.queryByRole('button')).toBeNull();
  none.unmount();
  const flat = departmentTree([{ name: 'Kế toán', total: 3 }]);
  await renderPart(<DepartmentFilter tree={flat} department={null} onDepartment={() => undefined} />);
  expect(screen.getByRole('button').getAttribute('aria-haspopup')).toBe('menu');
});
