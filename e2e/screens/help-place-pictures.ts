import { minhTran } from '@bocau/server/demo-world/people.ts';
import type { HelpPicture } from './help-picture.ts';
import type { HelpRoom } from './help-room.ts';
import { expect } from './patient-expect.ts';

/** High enough for all settings of a tab. */
const LONG = { width: 1040, height: 1700 };

/** One setting, without the tab bar above it. */
function setting({ page }: HelpRoom, name: string) {
  return page.locator(`[data-setting="${name}"]`);
}

/** Pictures of the settings, the drive, the console, and the pages before sign-in. */
export const PLACE_PICTURES: readonly HelpPicture[] = [
  {
    name: 'filters',
    at: '/setting/customfilters',
    async show({ control, dialog, word }) {
      await control('filters.add').click();
      await expect(dialog).toBeVisible();
      await dialog
        .getByRole('textbox', { name: word('filters.editor.value') })
        .first()
        .fill('minh.tran@saomai.example');
      await expect(dialog.getByText(word('filters.editor.counting'))).toBeHidden();
      const next = control('filters.editor.next', dialog);
      return { clip: [dialog], framed: [next] };
    },
  },
  {
    name: 'signatures',
    at: '/setting/general',
    viewport: LONG,
    async show(room) {
      const row = setting(room, 'signature');
      await row.getByRole('radio', { name: room.word('settingFields.on') }).check();
      const add = room.control('settingFields.signature.add');
      await add.scrollIntoViewIfNeeded();
      const text = room.page.getByRole('textbox', { name: room.word('settingFields.signature.label') });
      await text.fill('Nguyễn Thị Lan Anh\nMây Tre Sao Mai');
      await text.blur();
      return { clip: [row, add, text], framed: [add] };
    },
  },
  {
    name: 'auto-reply',
    at: '/setting/general',
    viewport: LONG,
    async show(room) {
      const row = room.page.getByRole('radiogroup', { name: room.word('autoReply.title') });
      await row.getByRole('radio', { name: room.word('autoReply.on') }).check();
      const preview = room.control('autoReply.preview.open');
      await preview.scrollIntoViewIfNeeded();
      return { clip: [row, preview], framed: [row, preview] };
    },
  },
  {
    name: 'forwarding',
    at: '/setting/autoforward',
    async show({ page, control, word }) {
      const add = control('forwarding.add');
      await expect(add).toBeVisible();
      const panel = page.getByRole('region', { name: word('settings.tabs.autoforward') });
      return { clip: [panel], framed: [add] };
    },
  },
  {
    name: 'drive',
    at: '/drive',
    async show({ drive, menu, word }) {
      await drive.row('Hợp đồng').first().click({ button: 'right' });
      await expect(menu).toBeVisible();
      return {
        clip: [drive.row('Hợp đồng').first(), menu],
        framed: (
          ['drive.acts.rename', 'drive.acts.move', 'drive.acts.copy', 'drive.acts.details'] as const
        ).map((key) => menu.getByRole('menuitem', { name: word(key) })),
      };
    },
  },
  {
    name: 'calendar',
    at: '/calendar/week',
    async show({ page, control }) {
      await expect(page.getByRole('main').locator('[data-key]').nth(2)).toBeVisible();
      return { clip: [{ x: 0, y: 0, width: 1040, height: 560 }], framed: [control('calendar.new')] };
    },
  },
  {
    name: 'sharing',
    at: '/drive',
    async show({ drive, menu, dialog, word }) {
      await drive.row('Hợp đồng').first().click({ button: 'right' });
      await menu.getByRole('menuitem', { name: word('drive.acts.share') }).click();
      await expect(dialog.getByRole('button').nth(1)).toBeVisible();
      return { clip: [dialog], framed: [] };
    },
  },
  {
    name: 'people',
    at: '/admin/people',
    async show({ page, control, word }) {
      const list = page.getByRole('list', { name: word('people.title') });
      await expect(list.getByRole('listitem').nth(3)).toBeVisible();
      return {
        clip: [page.getByRole('region', { name: word('people.title') })],
        framed: [control('admin.import.open'), control('people.new.open')],
      };
    },
  },
  {
    name: 'suspension',
    at: `/admin/people/${encodeURIComponent(minhTran.email)}?part=end`,
    async show({ page, word }) {
      const end = page.getByRole('region', { name: word('people.parts.end') });
      await expect(end).toBeVisible();
      return {
        clip: [end],
        framed: [end.getByRole('button', { name: `${word('people.access.suspend')}…` })],
      };
    },
  },
  {
    name: 'lost-password',
    at: '/login',
    person: null,
    async show({ page, control }) {
      const forgot = control('signIn.forgot');
      await expect(forgot).toBeVisible();
      return { clip: [page.getByRole('main').locator('form')], framed: [forgot] };
    },
  },
];
