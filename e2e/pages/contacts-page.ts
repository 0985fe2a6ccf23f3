import { lanAnh, type Person } from '@bocau/server/demo-world/people.ts';
import { expect, type Page } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import type { Language } from './words.ts';

/** The words of the contacts that journeys look for, deliberately duplicated here instead of imported. */
const words = {
  title: ['Danh bạ', 'Contacts'],
  new: ['Liên hệ mới', 'New contact'],
  name: ['Họ và tên', 'Full name'],
  organisation: ['Tổ chức', 'Organisation'],
  phone: ['Số điện thoại', 'Phone number'],
  email: ['Địa chỉ thư', 'E-mail address'],
  notes: ['Ghi chú', 'Notes'],
  save: ['Lưu', 'Save'],
  search: ['Tìm trong danh bạ', 'Search contacts'],
  card: ['Thẻ liên hệ', 'Contact card'],
  back: ['Về danh sách', 'Back to the list'],
  favorite: ['Thêm vào Yêu thích', 'Add to Favourites'],
  favorites: ['Yêu thích', 'Favourites'],
  delete: ['Xóa', 'Delete'],
  restore: ['Khôi phục', 'Restore'],
  undo: ['Hoàn tác', 'Undo'],
  tools: ['Nhập, xuất và sổ danh bạ', 'Import, export and address books'],
  import: ['Nhập từ tệp…', 'Import from a file…'],
  chooseFile: ['Chọn tệp', 'Choose a file'],
  found: ['Tệp có 2 liên hệ.', 'The file has 2 contacts.'],
  addAll: ['Vẫn thêm, dù bị trùng', 'Add them all the same'],
  columns: ['Ý nghĩa của các cột', 'What the columns mean'],
  importTwo: ['Nhập 2 liên hệ', 'Import 2 contacts'],
  imported: ['Đã nhập 2 liên hệ', '2 contacts imported'],
  exportAll: ['Xuất tất cả ra tệp .vcf', 'Export all as .vcf'],
  duplicates: ['Tìm liên hệ trùng…', 'Find duplicates…'],
  sameEmail: ['Cùng địa chỉ thư', 'Same e-mail address'],
  mergeTwo: ['Gộp 2 liên hệ', 'Merge 2 contacts'],
  shareOnly: ['Chia sẻ sổ “', 'Share “'],
  shareWith: ['Chia sẻ với', 'Share with'],
  saveSharing: ['Lưu chia sẻ', 'Save sharing'],
  sharedPlaces: ['Được chia sẻ', 'Shared with me'],
  directory: ['Danh bạ công ty', 'Directory'],
  searchDirectory: ['Tìm trong danh bạ công ty', 'Search the directory'],
  departments: ['Phòng ban', 'Departments'],
  allDepartments: ['Tất cả phòng ban', 'All departments'],
  searchOthers: ['Tìm người đã trao đổi', 'Search other people'],
  add: ['Thêm vào danh bạ', 'Add to contacts'],
  open: ['Mở trong danh bạ', 'Open in contacts'],
  forget: ['Bỏ khỏi gợi ý', 'Remove from suggestions'],
  nobodyFound: ['Không tìm thấy ai', 'Nobody found'],
  discard: ['Bỏ nội dung đang nhập?', 'Discard what you entered?'],
} as const;

/** The contacts: the list, the card and the form. */
export function contactsPage(page: Page, language: Language) {
  const say = (key: keyof typeof words) => words[key][language === 'vi' ? 0 : 1];
  const main = page.getByRole('main');
  const rows = main.getByRole('grid').getByRole('row');
  const dialog = page.getByRole('dialog');
  return {
    say,
    main,
    rows,
    row: (name: string) => rows.filter({ hasText: name }),
    grid: main.getByRole('grid'),
    card: page.getByRole('region', { name: say('card') }),
    dialog,
    field: (key: keyof typeof words) => dialog.getByRole('textbox', { name: say(key), exact: true }),
    search: page.getByRole('searchbox', { name: say('search') }),

    async openTool(tool: keyof typeof words) {
      await main.getByRole('button', { name: say('tools') }).click();
      await page.getByRole('menuitem', { name: say(tool) }).click();
      await expect(dialog).toBeVisible();
    },

    async enter(address = '/contacts', person: Pick<Person, 'email' | 'password'> = lanAnh) {
      await beginSession(page, language, person);
      await page.goto(address);
      await expect(rows.first()).toBeVisible();
    },
  };
}
