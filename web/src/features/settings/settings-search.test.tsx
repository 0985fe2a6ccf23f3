import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { findEntries } from '../../parts/finding/find-entries.ts';
import { FIELDS } from '../../parts/places/places.ts';
import { usePlaces } from '../../parts/places/use-places.ts';
import { useLocation } from '../../router/router.tsx';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SettingsSearch } from './settings-search.tsx';

type Places = ReturnType<typeof usePlaces>;

function Shown({ onPlaces }: { onPlaces(places: Places): void }) {
  const { pathname, search } = useLocation();
  onPlaces(usePlaces());
  return <output>{pathname + search}</output>;
}

async function page() {
  let places: Places = { fields: [], rooms: [], others: [] };
  const view = await renderPart(
    <ComposeContext value={noCompose}>
      <SettingsSearch />
      <Shown onPlaces={(given) => (places = given)} />
    </ComposeContext>,
  );
  const hitsOf = (typed: string) => findEntries([...places.fields, ...places.others, ...places.rooms], typed);
  return { ...view, hitsOf, box: screen.getByRole('combobox') };
}

const options = () =>
  screen.queryAllByRole('option', { hidden: true }).map((option) => option.textContent ?? '');

test.each(['vi', 'en'] as const)(
  'in %s what is meant is found, in either language, without marks',
  async (language) => {
    speak(language);
    const { hitsOf } = await page();
    const missed = Object.entries({
      'múi giờ': 'setting-timeZone',
      'mui gio': 'setting-timeZone',
      'time zone': 'setting-timeZone',
      'HOÀN TÁC': 'setting-delay',
      'hoan tac': 'setting-delay',
      undo: 'setting-delay',
      'chữ ký': 'setting-signature',
      'chu ky': 'setting-signature',
      signature: 'setting-signature',
      'ngoài tổ': 'setting-outside',
      quiet: 'setting-notifications',
      chan: 'setting-blocked',
      'vắng mặt': 'setting-autoReply',
      outlook: 'setting-programs',
      'chuyen tiep': 'setting-forwarding',
      'bộ lọc': 'setting-filters',
      'bo loc': 'setting-filters',
      'mật khẩu': 'account-password',
      'change password': 'account-password',
      'xac thuc hai': 'account-twoStep',
      'van tay': 'account-passkeys',
      'dang xuat tu xa': 'account-sessions',
      INBOX: 'folder-INBOX',
      work: 'folder-Work',
    }).filter(([typed, id]) => !hitsOf(typed).some(({ entry }) => entry.id === id));
    expect(missed).toEqual([]);
    expect(hitsOf('giao diện zzz')).toEqual([]);
  },
);

test('shows the fields alone where nothing is typed', async () => {
  speak('vi');
  const { user, box } = await page();
  await user.click(box);
  expect(options()).toHaveLength(FIELDS.length);
});

test('leads to the field by Enter, and says which word found it', async () => {
  speak('vi');
  const { user, box } = await page();
  await user.type(box, 'vang mat');
  expect(options()).toEqual([expect.stringMatching(/^Trả lời tự động.*vắng mặt$/)]);
  await user.keyboard('{Enter}');
  expect(screen.getByText('/setting/general?field=autoReply')).toBeTruthy();
});

test('opens the account beside the mailbox', async () => {
  speak('vi');
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, box } = await page();
  await user.type(box, 'mật khẩu{Enter}');
  expect(open.mock.calls).toEqual([['/protect/password', '_blank', 'noopener']]);
  open.mockRestore();
});
