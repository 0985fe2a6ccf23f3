import { uploadDriveFile } from '@bocau/contract/drive-uploads.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, type Page } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import type { Language } from './words.ts';

/** The drive's words that journeys look for, deliberately duplicated here instead of imported. */
const words = {
  title: ['Kho tệp', 'Drive'],
  newFolder: ['Thư mục mới', 'New folder'],
  createFolder: ['Tạo thư mục', 'Create folder'],
  upload: ['Tải lên', 'Upload'],
  uploadFiles: ['Tải tệp lên', 'Upload files'],
  uploads: ['Tải lên kho tệp', 'Upload to the drive'],
  clearDone: ['Bỏ các tệp đã xong khỏi danh sách', 'Clear finished files from the list'],
  search: ['Tìm trong kho tệp', 'Search the drive'],
  delete: ['Xóa', 'Delete'],
  trash: ['Thùng rác', 'Trash'],
  top: ['Tệp của tôi', 'My files'],
  restore: ['Khôi phục', 'Restore'],
  moveHere: ['Chuyển vào đây', 'Move here'],
  tiles: ['Xem dạng lưới', 'Grid view'],
  moreActs: ['Thao tác khác', 'More actions'],
  clearPicked: ['Bỏ chọn', 'Clear selection'],
  details: ['Chi tiết', 'Details'],
  versions: ['Phiên bản', 'Versions'],
  restoreVersion: ['Khôi phục phiên bản', 'Restore the version'],
  newName: ['Tên mới', 'New name'],
  move: ['Chuyển đến…', 'Move to…'],
  keys: ['Phím tắt trong kho tệp', 'Drive shortcuts'],
} as const;

/** The drive page: its list, toolbar and dialogs. */
export function drivePage(page: Page, language: Language) {
  const say = (key: keyof typeof words) => words[key][language === 'vi' ? 0 : 1];
  const main = page.getByRole('main');
  const grid = main.getByRole('grid');
  const rows = grid.getByRole('row');
  return {
    say,
    grid,
    rows,
    row: (name: string) => rows.filter({ hasText: name }),
    bar: main.getByRole('toolbar'),
    places: main.getByRole('navigation').first(),

    async enter() {
      // Forces the fallback to a file input, which a journey can fill.
      await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
      await beginSession(page, language, lanAnh);
      await page.goto('/drive');
      await expect(page).toHaveTitle(`${say('title')} – Bồ Câu`);
    },

    /** Uploads a new version of a file in the open folder, as if from another device. */
    async replace(name: string, text: string) {
      const folder = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const buffer = Buffer.from(text);
      const replaced = await page.request.post(uploadDriveFile.path, {
        headers: { [COOKIE_HEADER.name]: COOKIE_HEADER.value },
        multipart: {
          parent_id: folder,
          on_conflict: 'replace',
          file: { name, mimeType: 'application/octet-stream', buffer },
        },
      });
      expect(replaced.ok()).toBe(true);
    },

    /** Moves the cursor by keyboard, from anywhere in the list. */
    async cursorTo(name: string) {
      const isThere = () =>
        rows
          .filter({ hasText: name })
          .evaluate((row) => row.id === row.closest('[role=grid]')?.getAttribute('aria-activedescendant'));
      await expect(rows.filter({ hasText: name })).toBeVisible();
      await page.keyboard.press('Home');
      while (!(await isThere())) await page.keyboard.press('j');
    },

    async makeFolder(name: string) {
      await page.keyboard.press('Shift+N');
      const dialog = page.getByRole('dialog', { name: say('newFolder') });
      await expect(dialog.getByRole('textbox')).toBeVisible();
      await dialog.getByRole('textbox').fill(name);
      await dialog.getByRole('button', { name: say('createFolder') }).click();
      await expect(dialog).toBeHidden();
    },

    /** Uploads a local file by the button. */
    async upload(path: string) {
      await page.getByRole('button', { name: say('upload'), exact: true }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: say('uploadFiles') }).click();
      await (await chooser).setFiles(path);
    },
  };
}
