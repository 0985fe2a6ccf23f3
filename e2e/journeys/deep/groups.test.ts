import { haPham, lanAnh, minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { PHONE } from '../../pages/screen-sizes.ts';

const WORDS = {
  vi: {
    label: 'Địa chỉ của nhóm mới',
    add: 'Thêm nhóm',
    members: 'Thành viên',
    memberLabel: 'Địa chỉ cần thêm',
    memberAdd: 'Thêm',
    name: 'Tên',
    save: 'Lưu',
    saved: 'Đã lưu nhóm',
    all: 'Tất cả nhóm',
    groups: 'Nhóm của tên miền',
    line: /Phòng Kỹ thuật.*3 thành viên/,
  },
  en: {
    label: 'Address of a new group',
    add: 'Add group',
    members: 'Members',
    memberLabel: 'Addresses to add',
    memberAdd: 'Add',
    name: 'Name',
    save: 'Save',
    saved: 'Group saved',
    all: 'All groups',
    groups: 'Groups of this domain',
    line: /Phòng Kỹ thuật.*3 members/,
  },
} as const;

for (const { language, tag } of IN_EACH_LANGUAGE) {
  const words = WORDS[language];
  test.describe(`in ${language}`, { tag }, () => {
    test.use({ language, world: `groups-${language}`, viewport: PHONE });

    test('an owner makes a group on a phone, with people and an address elsewhere', async ({ page }) => {
      const group = 'kythuat@saomai.example';
      await beginSession(page, language, lanAnh);
      await page.goto('/admin/domains/saomai.example?part=groups');
      await expect(page.getByText('Nhóm bán hàng')).toBeVisible();
      await page.getByLabel(words.label).fill('kythuat');
      await page.getByRole('button', { name: words.add, exact: true }).click();
      await expect(page.getByRole('heading', { name: group })).toBeFocused();
      await page
        .getByLabel(words.memberLabel)
        .fill(`${haPham.email}, ${minhTran.email}, khach@minhphat.example`);
      await page.getByRole('button', { name: words.memberAdd, exact: true }).click();
      const members = page.getByRole('list', { name: words.members });
      await expect(members.getByRole('listitem')).toHaveCount(3);
      await page.getByLabel(words.name, { exact: true }).fill('Phòng Kỹ thuật');
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await expect(page.getByText(words.saved)).toBeVisible();
      await expectAccessible(page, 'a group and its members');
      await page.getByRole('button', { name: words.all }).click();
      await expect(
        page.getByRole('list', { name: words.groups }).getByRole('button', { name: words.line }),
      ).toBeFocused();
      await expectAccessible(page, 'the groups of a domain');
    });
  });
}
