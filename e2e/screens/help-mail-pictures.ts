import { mailOf } from '../program/mail-of.ts';
import type { HelpPicture } from './help-picture.ts';
import { expect } from './patient-expect.ts';

const TALK = 'New collection';
const WITH_FILES = 'Hóa đơn GTGT điện tử số';
/** High enough to show long content in full. */
const TALL = { width: 1040, height: 900 };
const SPOOFED = 'Chuyển khoản gấp';
const LABELS = {
  vi: ['Khách hàng', 'Khách hàng/Hà Phạm', 'Chờ duyệt'],
  en: ['Customers', 'Customers/Ha Pham', 'To approve'],
};

/** Pictures about reading: lists, conversations and folders. */
export const MAIL_PICTURES: readonly HelpPicture[] = [
  {
    name: 'first-steps',
    async show({ page, word, mailbox, control }) {
      await expect(mailbox.rows.nth(8)).toBeVisible();
      const account = page.getByRole('button', { name: word('shell.accountMenu', { name: '' }).trim() });
      return {
        clip: [{ x: 0, y: 0, width: 1040, height: 500 }],
        framed: [control('messages.compose'), account],
      };
    },
  },
  {
    name: 'reading',
    async show({ mailbox, control }) {
      await mailbox.open(mailbox.row(WITH_FILES).first());
      await expect(mailbox.thread.locator('iframe[data-ready=true]').last()).toBeVisible();
      const details = control('threadDetail.details.open', mailbox.thread);
      const menu = control('threadDetail.menu.open', mailbox.thread);
      return {
        clip: [
          mailbox.thread.getByRole('heading', { level: 1 }),
          menu,
          mailbox.thread.locator('article').last(),
        ],
        framed: [details, menu],
      };
    },
  },
  {
    name: 'threads',
    async show({ mailbox, control }) {
      await mailbox.open(mailbox.row(TALK).first());
      await expect(mailbox.thread.locator('iframe[data-ready=true]').last()).toBeVisible();
      const expand = control('threadDetail.expandAll', mailbox.thread);
      return {
        clip: [
          mailbox.thread.getByRole('heading', { level: 1 }),
          expand,
          mailbox.thread.locator('article').nth(2),
        ],
        framed: [expand],
      };
    },
  },
  {
    name: 'search',
    async show({ page, mailbox, control, word }) {
      await expect(mailbox.rows.first()).toBeVisible();
      await mailbox.search.fill('hop dong from:minh');
      const list = page.getByRole('listbox', { name: word('search.suggestions') });
      await expect(list).toBeVisible();
      const advanced = control('search.advanced');
      return { clip: [mailbox.search, advanced, list], framed: [advanced] };
    },
  },
  {
    name: 'folders',
    viewport: TALL,
    async show({ page, mailbox, menu, word, control }) {
      await mailbox.showFolders();
      const name = 'Nhân sự';
      await mailbox.folder(name).hover();
      await page.getByRole('button', { name: word('folders.menu.of', { name }) }).click();
      await expect(menu).toBeVisible();
      return {
        clip: [
          mailbox.sidebar.getByRole('heading', { name: word('folders.own') }),
          mailbox.folder(name),
          menu,
        ],
        framed: [control('folders.menu.new', mailbox.sidebar), menu],
      };
    },
  },
  {
    name: 'junk',
    async show({ mailbox, word, control }) {
      await mailbox.pick(mailbox.row(SPOOFED));
      const row = mailbox.row(SPOOFED);
      const report = control('acts.labels.spam', mailbox.toolbar);
      return {
        clip: [mailbox.toolbar, row],
        framed: [report, row.getByText(word('threadDetail.spoof.mark'), { exact: true })],
      };
    },
  },
  {
    name: 'attachments',
    async show({ mailbox, control }) {
      await mailbox.open(mailbox.row(WITH_FILES).first());
      const save = control('driveMail.save.all', mailbox.thread);
      await save.scrollIntoViewIfNeeded();
      const files = save.locator('xpath=ancestor::section[1]');
      return { clip: [files], framed: [save] };
    },
  },
  {
    name: 'keyboard',
    viewport: TALL,
    async show({ page, mailbox, dialog }) {
      await expect(mailbox.rows.first()).toBeVisible();
      await page.keyboard.press('?');
      await expect(dialog).toBeVisible();
      return { clip: [dialog], framed: [] };
    },
  },
  {
    name: 'labels',
    async show({ page, server, mailbox, dialog, language }) {
      const { api } = await mailOf(server);
      for (const { id } of (await api.listLabels({})).data) await api.deleteLabel({ params: { id } });
      const [first, inner, last] = LABELS[language];
      for (const [name = '', color] of [
        [first, 'blue'],
        [inner, 'teal'],
        [last, 'orange'],
      ] as const)
        await api.createLabel({ body: { name, color } });
      await page.reload();
      await mailbox.pick(mailbox.row(WITH_FILES).first());
      await page.keyboard.press('l');
      await expect(dialog.getByRole('option').nth(2)).toBeVisible();
      return { clip: [dialog], framed: [] };
    },
  },
  {
    name: 'later',
    async show({ page, mailbox, dialog }) {
      await mailbox.pick(mailbox.row(WITH_FILES).first());
      await page.keyboard.press('b');
      await expect(dialog.getByRole('button').nth(3)).toBeVisible();
      return { clip: [dialog], framed: [] };
    },
  },
];
