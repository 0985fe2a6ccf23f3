import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drive as english } from '../../i18n/en/drive.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { drive as vietnamese } from '../../i18n/vi/drive.ts';
import { BY_NAME } from '../../model/drive/drive-list.ts';
import type { DriveModel } from '../../model/drive/drive-model.ts';
import { entryOf } from '../../model/drive/test-kit/fake-drive.ts';
import { DriveModelContext } from '../../parts/drive/use-drive.ts';
import { beginSequence, endSequence } from '../../parts/keyboard/key-sequence.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderDrive } from '../../test-kit/render-drive.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { DrivePreview } from './drive-preview.tsx';
import { DriveRow, type EntryProps } from './drive-row.tsx';
import { DriveTile } from './drive-tile.tsx';
import type { RowHandlers } from './use-row-handlers.ts';

beforeAll(() => {
  learnWords('vi', { drive: vietnamese });
  learnWords('en', { drive: english });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

describe.each([
  [
    'vi',
    {
      grid: 'Tệp của tôi',
      rename: 'Tên mới',
      found: 'Có trong nội dung',
      trashed: 'Đã chuyển “ghi chú.txt” vào Thùng rác',
      owners: 'Thùng rác của chủ sở hữu',
      leave: 'Gỡ khỏi danh sách',
      left: 'Đã gỡ “Dự án” khỏi danh sách của bạn. Chủ sở hữu vẫn giữ nguyên.',
      never: ['Xóa', 'Chuyển đến…'],
      deletions: 'Mục bị người khác xóa',
      told: 'Quốc Bảo đã xóa 2 mục trong kho tệp của bạn.',
      restore: 'Khôi phục',
      empty: 'Kho tệp còn trống',
      folder: 'Thư mục mới',
      create: 'Tạo thư mục',
    },
  ],
  [
    'en',
    {
      grid: 'My files',
      rename: 'New name',
      found: 'Found in the text',
      trashed: '“ghi chú.txt” moved to Trash',
      owners: 'its owner’s trash',
      leave: 'Remove from my list',
      left: '“Dự án” removed from your list. Its owner keeps it.',
      never: ['Delete', 'Move to…'],
      deletions: 'Deleted by others',
      told: 'Quốc Bảo deleted 2 items from your drive.',
      restore: 'Restore',
      empty: 'Your drive is empty',
      folder: 'New folder',
      create: 'Create folder',
    },
  ],
] as const)('the drive, in %s', (language, words) => {
  beforeEach(() => speak(language));

  test('by keys alone: down, select, rename in place, trash, and undo', async () => {
    const { user, names, settle, files } = await renderDrive();
    const grid = screen.getByRole('grid', { name: words.grid });
    await waitFor(() => expect(names()).toEqual(['Hợp đồng', 'báo giá.xlsx', 'ghi chú.txt']));
    comeTo(grid);
    await user.keyboard('jjx');
    expect(screen.getByRole('row', { selected: true }).getAttribute('aria-label')).toMatch(/^ghi chú\.txt/);
    await user.keyboard('{Escape}{F2}');
    const field = screen.getByRole('textbox', { name: words.rename });
    expect(document.activeElement).toBe(field);
    await user.keyboard('việc{Enter}');
    expect(names()).toContain('việc.txt');
    await settle();
    expect(files.entry('b')?.name).toBe('việc.txt');
    const [renamed] = notices.get();
    await act(async () => void (await renamed?.undo?.()));
    await settle();
    expect(files.entry('b')?.name).toBe('ghi chú.txt');
    comeTo(grid);
    await user.keyboard('{Delete}');
    expect(names()).toEqual(['Hợp đồng', 'báo giá.xlsx']);
    const last = notices.get().at(-1);
    expect(last?.text).toBe(words.trashed);
    await act(async () => void (await last?.undo?.()));
    expect(names()).toContain('ghi chú.txt');
    await settle();
  });

  test('SH-9 what is another’s is thrown into their trash, which is said, and can be undone', async () => {
    const prop = { permission: 'WRITE' } as const;
    const { user, names, settle, files } = await renderDrive(
      [
        entryOf('theirs', { name: 'Dự án', type: 'folder', prop }),
        entryOf('a', { name: 'báo giá.xlsx', parent_id: 'theirs', display_name: '/Dự án/a', prop }),
        entryOf('b', { name: 'ghi chú.txt', parent_id: 'theirs', display_name: '/Dự án/b', prop }),
      ],
      '/drive/theirs',
    );
    await waitFor(() => expect(names()).toEqual(['báo giá.xlsx', 'ghi chú.txt']));
    comeTo(screen.getByRole('grid'));
    await user.keyboard('jj{Delete}');
    expect(names()).toEqual(['báo giá.xlsx']);
    const notice = notices.get().at(-1);
    expect(notice).toMatchObject({ text: expect.stringContaining(words.owners) });
    await settle();
    await act(async () => void (await notice?.undo?.()));
    await settle();
    expect(names()).toEqual(['báo giá.xlsx', 'ghi chú.txt']);
    expect(files.calls).toContain('restore');
  });

  test('SH-9 what others share is never deleted but left, and is not offered to be moved', async () => {
    const prop = { permission: 'WRITE' } as const;
    const { user, names, settle } = await renderDrive(
      [entryOf('theirs', { name: 'Dự án', type: 'folder', prop })],
      '/drive/shared',
    );
    await waitFor(() => expect(names()).toEqual(['Dự án']));
    comeTo(screen.getByRole('grid'));
    await user.keyboard('jx');
    const bar = screen.getByRole('toolbar');
    within(bar).getByRole('button', { name: words.leave });
    for (const name of words.never) expect(within(bar).queryByRole('button', { name })).toBe(null);
    await user.keyboard('{Delete}');
    expect(names()).toEqual([]);
    expect(notices.get().at(-1)).toMatchObject({ text: words.left, undo: expect.any(Function) });
    await settle();
  });

  test('SH-9 what others have deleted is said with who did it, and comes back with one press', async () => {
    const deleted = { trashed_at: 1_795_140_000, trashed_by: 'Quốc Bảo' };
    const { user, names, settle, files } = await renderDrive([
      entryOf('a', { name: 'báo giá.xlsx', prop: deleted }),
      entryOf('b', { name: 'ghi chú.txt', prop: deleted }),
    ]);
    const note = await screen.findByRole('region', { name: words.deletions });
    expect(note.textContent).toContain(words.told);
    await user.click(within(note).getByRole('button', { name: words.restore }));
    await settle();
    expect(names()).toEqual(['báo giá.xlsx', 'ghi chú.txt']);
    expect(files.entry('a')?.prop.trashed_at).toBe(undefined);
    expect(screen.queryByRole('region', { name: words.deletions })).toBe(null);
  });

  test('a new folder is named, and why it can not be is said beside the field', async () => {
    const { user, files, settle, names } = await renderDrive([]);
    screen.getByText(words.empty);
    await user.keyboard('{Shift>}N{/Shift}');
    const dialog = await screen.findByRole('dialog', { name: words.folder });
    await user.clear(within(dialog).getByRole('textbox'));
    await user.type(within(dialog).getByRole('textbox'), 'Kế toán');
    await user.click(within(dialog).getByRole('button', { name: words.create }));
    await settle();
    await waitFor(() => expect(names()).toEqual(['Kế toán']));
    expect(files.calls).toContain('folder');
  });

  test('what is typed stays in the field while it is searched for, with the space before the next word', async () => {
    const { user, names, place, settle } = await renderDrive();
    const field = screen.getByRole('searchbox');
    await user.type(field, 'ghi ');
    await waitFor(() => expect(place()).toBe('/drive/search?q=ghi'));
    await settle();
    expect(field).toHaveProperty('value', 'ghi ');
    await user.type(field, 'chú');
    await waitFor(() => expect(place()).toBe(`/drive/search?${new URLSearchParams({ q: 'ghi chú' })}`));
    await settle();
    await waitFor(() => expect(names()).toEqual(['ghi chú.txt']));
    await user.clear(field);
    await waitFor(() => expect(place()).toBe('/drive'));
    await settle();
  });

  test('a hit of the search says that it was found in the text, and nothing else does', async () => {
    const props: EntryProps = {
      ...{ file: entryOf('a', { prop: { found_in: 'text' } }), rowId: 'row', index: 0, top: 0 },
      ...{ place: { column: 0, columns: 2 }, tall: false, list: 'search', handlers: {} as RowHandlers },
      ...{ picked: false, anyPicked: false, cursor: false, renaming: false },
    };
    const inDrive = (shown: ReactNode) => (
      <DriveModelContext value={{} as DriveModel}>{shown}</DriveModelContext>
    );
    const { rerender } = await renderPart(inDrive(<DriveRow {...props} />));
    for (const shown of [<DriveRow key="tall" {...props} tall />, <DriveTile key="tile" {...props} />]) {
      screen.getByText(words.found);
      expect(screen.getByRole('row').getAttribute('aria-label')).toContain(words.found);
      rerender(inDrive(shown));
    }
    screen.getByText(words.found);
    rerender(inDrive(<DriveRow {...props} list="recent" />));
    expect(screen.queryByText(words.found)).toBeNull();
  });
});

test.each([
  ['READ', false],
  ['WRITE', true],
] as const)('SH-9 what one may %s is dragged into a folder: %s', async (permission, taken) => {
  speak('vi');
  const prop = { permission };
  await renderDrive(
    [
      entryOf('theirs', { type: 'folder', prop }),
      entryOf('sub', { name: 'sub', type: 'folder', parent_id: 'theirs', display_name: '/theirs/sub', prop }),
      entryOf('f', { parent_id: 'theirs', display_name: '/theirs/f', prop }),
    ],
    '/drive/theirs',
  );
  const [folder, file] = screen.getAllByRole('row') as [HTMLElement, HTMLElement];
  const types: string[] = [];
  const dataTransfer = { types, setData: (type: string) => types.push(type), setDragImage: () => undefined };
  fireEvent.dragStart(file, { dataTransfer });
  expect(!fireEvent.dragOver(folder, { dataTransfer })).toBe(taken);
  fireEvent.dragEnd(file, { dataTransfer });
});

/** From elsewhere on the page, as the Tab key does. */
function comeTo(grid: HTMLElement): void {
  act(() => screen.getAllByRole('button')[0]?.focus());
  act(() => grid.focus());
}

test('in the trash a row and a tile show and say when an entry came there', async () => {
  speak('vi');
  const file = entryOf('a', { last_modified: Date.UTC(2021, 2, 4) / 1000 });
  const props: EntryProps = {
    ...{ file: { ...file, prop: { ...file.prop, trashed_at: Date.UTC(2023, 4, 6) / 1000 } } },
    ...{ rowId: 'row', index: 0, top: 0, place: { column: 0, columns: 2 }, tall: false, list: 'trash' },
    ...{ picked: false, anyPicked: false, cursor: false, renaming: false, handlers: {} as RowHandlers },
  };
  for (const Entry of [DriveRow, DriveTile]) {
    const { unmount } = await renderPart(
      <DriveModelContext value={{} as DriveModel}>
        <Entry {...props} />
      </DriveModelContext>,
    );
    const row = screen.getByRole('row');
    expect([row.textContent, row.getAttribute('aria-label')].join()).not.toContain('2021');
    expect(row.textContent).toContain('2023');
    expect(row.getAttribute('aria-label')).toContain('2023');
    unmount();
  }
});

test('Mod+A picks the rows that are loaded and says so; the rest is picked when it is asked for', async () => {
  speak('en');
  const many = Array.from({ length: 730 }, (_, at) => entryOf(`f${String(at).padStart(3, '0')}`));
  const { user, settle, drive, files } = await renderDrive(many);
  await user.keyboard('{Control>}a{/Control}');
  screen.getByText('200 selected');
  await user.click(screen.getByRole('button', { name: 'Select all 730 items in this folder' }));
  await settle();
  await waitFor(() => expect(screen.getByText('730 selected')));
  await user.keyboard('{Delete}');
  await settle();
  expect(files.calls.filter((name) => name === 'trash')).toHaveLength(2);
  expect(drive.view({ kind: 'folder', id: null }, BY_NAME).files).toEqual([]);
  speak('vi');
});

test('what was picked and thrown away is not picked any more when it is taken back', async () => {
  const { user, names, drive, settle } = await renderDrive();
  comeTo(screen.getByRole('grid'));
  await user.keyboard('jjx{Delete}');
  expect(names()).toEqual(['Hợp đồng', 'báo giá.xlsx']);
  await user.keyboard('kx');
  await act(async () => void (await notices.get().at(-1)?.undo?.()));
  await settle();
  expect(names()).toContain('ghi chú.txt');
  const picked = () => screen.getAllByRole('row', { selected: true });
  expect(picked().map((row) => row.getAttribute('aria-label')?.split(',')[0])).toEqual(['Hợp đồng']);
  await user.keyboard('{Delete}');
  expect(drive.view({ kind: 'folder', id: null }, BY_NAME).files.map(({ id }) => id)).toEqual(['a', 'b']);
});

test.each(['a click', 'keys'])(
  'a scrolled list stays where it is when one comes to it by %s first',
  async (by) => {
    speak('vi');
    const long = entryOf('long', { type: 'folder' });
    const many = Array.from({ length: 100 }, (_, at) => entryOf(`f${at}`, { parent_id: 'long' }));
    const { user } = await renderDrive([long, ...many], '/drive/long');
    const grid = screen.getByRole('grid');
    Object.defineProperty(grid, 'clientHeight', { value: 440 });
    const from = 20 * 44;
    act(() => {
      grid.scrollTop = from;
      fireEvent.scroll(grid);
    });
    const topOf = (row: HTMLElement) => Number(/\d+/.exec(row.style.transform)?.[0]);
    const row = screen.getAllByRole('row').find((one) => topOf(one) >= from + (by === 'keys' ? 0 : 100));
    if (by === 'keys') comeTo(grid);
    else await user.click(row as HTMLElement);
    expect(grid.scrollTop).toBe(from);
    expect(grid.getAttribute('aria-activedescendant')).toBe(row?.id);
  },
);

test.each([false, true])('DV-13 editing is offered where there is an editor: %s', async (there) => {
  speak('vi');
  const getServerInfo = async () => ({ data: { office_editor: there }, meta: undefined });
  const { user, place, names } = await renderDrive(undefined, '/drive', {
    getServerInfo,
  } as unknown as Partial<ApiClient>);
  await waitFor(() => expect(names()).toHaveLength(3));
  comeTo(screen.getByRole('grid'));
  await user.keyboard('?');
  const sheet = within(await screen.findByRole('dialog', { name: vietnamese.sheet.title }));
  await waitFor(() => expect(sheet.queryByText(vietnamese.acts.edit) !== null).toBe(there));
  await user.keyboard('{Escape}j');
  await waitFor(async () => {
    await user.keyboard('e');
    expect(place()).toBe(there ? '/drive/edit/a' : '/drive');
  });
});

test('a preview stays with its file when the list changes under it', async () => {
  speak('vi');
  const plain = { content_type: 'application/octet-stream' };
  const [above, own] = [
    entryOf('a', { name: 'một.bin', ...plain }),
    entryOf('b', { name: 'hai.bin', ...plain }),
  ];
  const preview = (files: DriveFile[]) => <DrivePreview file={own} files={files} onClose={() => undefined} />;
  const { rerender } = await renderPart(preview([above, own]));
  screen.getByRole('dialog', { name: /hai\.bin/ });
  rerender(preview([own]));
  screen.getByRole('dialog', { name: /hai\.bin/ });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('download'));
  expect(links).toEqual(['hai.bin', 'hai.bin']);
});

test('the key after g says where to go, and is no act of the drive', async () => {
  speak('vi');
  const { user, files, names } = await renderDrive();
  await waitFor(() => expect(names()).toHaveLength(3));
  comeTo(screen.getByRole('grid'));
  beginSequence();
  await user.keyboard('si');
  expect(files.calls).not.toContain('rename');
  expect(screen.queryByRole('dialog')).toBeNull();
  endSequence();
});

test('what somebody edits stays out of the trash, and who that is, is said', async () => {
  speak('vi');
  const { user, files, settle, names } = await renderDrive();
  await waitFor(() => expect(names()).toHaveLength(3));
  files.failures.push(new ApiError(409, 'file_locked', '', { holder: 'Minh', name: 'báo giá.xlsx' }));
  comeTo(screen.getByRole('grid'));
  await user.keyboard('jj{Delete}');
  await settle();
  expect(names()).toHaveLength(3);
  expect(notices.get().map(({ text }) => text)).toEqual([
    'Chưa xóa được. Minh đang chỉnh sửa “báo giá.xlsx”. Hãy thử lại khi tệp đã được đóng. Nếu trình soạn thảo bị treo, tệp được mở khóa sau 30 phút.',
  ]);
});

describe('the address of a file, as messages lead to it', () => {
  beforeEach(() => speak('vi'));

  const work = entryOf('work', { name: 'Hợp đồng', type: 'folder' });
  /** More than the first page: the last entry is further down. */
  const many = Array.from({ length: 260 }, (_, at) =>
    entryOf(`f${at}`, { name: `tệp ${String(at).padStart(3, '0')}.txt`, parent_id: 'work' }),
  );
  // The screen is narrow: details are over the list.
  const details = () => screen.findByRole('dialog', { name: 'Chi tiết' });
  const grid = () => screen.getByRole('grid', { hidden: true });
  const current = () =>
    document
      .getElementById(grid().getAttribute('aria-activedescendant') ?? '')
      ?.getAttribute('aria-label')
      ?.split(',')[0];

  test('DV-12 has its row chosen and its details open, without another call', async () => {
    const { files } = await renderDrive([work, ...many], '/drive/work?file=f7');
    within(await details()).getByRole('heading', { name: 'tệp 007.txt' });
    expect(current()).toBe('tệp 007.txt');
    expect(files.calls).not.toContain('get');
  });

  test('DV-12 loads up to one that stands further down, and leads to where one lies now', async () => {
    const { place, settle } = await renderDrive([work, ...many], '/drive?file=f259');
    await settle();
    await waitFor(() => expect(place()).toBe('/drive/work?file=f259'));
    await settle();
    within(await details()).getByRole('heading', { name: 'tệp 259.txt' });
    await waitFor(() => expect(current()).toBe('tệp 259.txt'));
  });

  test('DV-15 one that is gone, or another person’s, is not found, in a folder that goes on', async () => {
    const { names } = await renderDrive([work, entryOf('a')], '/drive?file=elsewhere');
    expect((await screen.findByRole('alert')).textContent).toContain('Không tìm thấy tệp');
    expect(names()).toEqual(['Hợp đồng', 'a.txt']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('nothing is moved into a folder that is not there yet, or could not be read; it is read again', async () => {
  speak('vi');
  const { user, files, settle, names } = await renderDrive();
  await waitFor(() => expect(names()).toHaveLength(3));
  comeTo(screen.getByRole('grid'));
  await user.keyboard('jjv');
  const dialog = within(await screen.findByRole('dialog'));
  files.failures.push(...Array.from({ length: 3 }, () => new ApiError(404, 'file_not_found', 'gone')));
  const answer = files.holdAnswers();
  await user.click(dialog.getByRole('button', { name: 'Hợp đồng' }));
  const here = () => dialog.getByRole<HTMLButtonElement>('button', { name: vietnamese.target.moveHere });
  await settle();
  expect((await dialog.findByRole('alert')).textContent).toContain(vietnamese.failed);
  expect(here().disabled).toBe(true);
  files.failures.length = 0;
  await user.click(dialog.getByRole('button', { name: 'Thử lại' }));
  await settle();
  dialog.getByText(/^Đang tải/);
  expect(here().disabled).toBe(true);
  answer();
  await settle();
  await waitFor(() => expect(here().disabled).toBe(false));
});

test.each(['u', '{Backspace}'])(
  'DV-3 %s leads from a folder that somebody shares to what is shared',
  async (key) => {
    speak('vi');
    const prop = { permission: 'READ' } as const;
    const theirs = entryOf('theirs', { name: 'Dự án', type: 'folder', prop });
    const { user, place, settle } = await renderDrive([theirs], '/drive/theirs');
    await screen.findByText(vietnamese.empty.readOnly.text);
    expect(screen.queryByText(vietnamese.empty.folder.text)).toBeNull();
    await user.keyboard(key);
    await settle();
    expect(place()).toBe('/drive/shared');
    comeTo(screen.getByRole('grid'));
    await user.keyboard('{Home}i');
    await screen.findByText('Được chia sẻ', { selector: 'dd' });
  },
);

test.each([
  ['touch', '/drive'],
  ['mouse', '/drive/work'],
])(
  'two clicks open an entry, two taps nothing more than the first: by %s they lead to %s',
  async (pointerType, there) => {
    speak('vi');
    const { names, place, settle } = await renderDrive();
    await waitFor(() => expect(names()).toHaveLength(3));
    const row = screen.getByRole('row', { name: /Hợp đồng/ });
    fireEvent.pointerDown(row, { pointerType });
    fireEvent.pointerUp(row, { pointerType });
    fireEvent.doubleClick(row);
    await settle();
    expect(place()).toBe(there);
  },
);

test('a new folder is named at once: what is typed takes the place of the name that is there', async () => {
  speak('vi');
  const { user, settle, names } = await renderDrive([]);
  await user.keyboard('{Shift>}N{/Shift}');
  const field = within(await screen.findByRole('dialog')).getByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('Kế toán{Enter}');
  await settle();
  await waitFor(() => expect(names()).toEqual(['Kế toán']));
});
