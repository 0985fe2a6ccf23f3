import { ApiError } from '@bocau/contract/client.ts';
import { MantineProvider } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { StorageSettings } from './storage-settings.tsx';

const MB = 1024 * 1024;
const MESSAGE = {
  ...{ id: 'm1', thread_id: 't1', subject: 'Bản vẽ', from: { name: 'Hà', email: 'ha@anh.example' } },
  ...{ received_at: 1_700_000_000, size: 9 * MB },
};

const FILE = { id: 'a1', name: 'bản vẽ.pdf', size: 6 * MB };

async function show({
  saves = true,
  fails = false,
  others = [] as object[],
  repeats = false,
  removes = Promise.resolve(),
} = {}) {
  const done = { moved: [] as unknown[], saved: [] as string[], removed: [] as unknown[] };
  const folder = { id: 'f1', messages: 2, bytes: 12 * MB };
  const api = {
    async getStorage() {
      if (fails) throw new ApiError(500, 'internal_error', 'no');
      const trash = { ...folder, id: 'f2', name: 'Trash', role: 'Trash', bytes: 5 * MB };
      const folders = [{ ...folder, name: 'INBOX', role: 'INBOX' }, trash];
      const data = { used_bytes: 18 * MB, quota_bytes: 100 * MB, folders, hidden_bytes: MB };
      return { data, meta: undefined };
    },
    async listLargeMessages() {
      const inbox = part?.model.folderByPath('INBOX')?.id ?? 'f1';
      const data = repeats ? [] : [{ ...MESSAGE, folder_id: inbox, files: [FILE] }];
      return { data, meta: { next_cursor: null } };
    },
    getMessage: async () => ({ data: { files: [{ ...FILE, inlineImage: false }, ...others] } }),
    listLargeSenders: async () => ({
      data: [{ email: 'ha@anh.example', name: 'Hà', messages: 1, bytes: 9 * MB }],
      meta: undefined,
    }),
    async listRepeatedFiles() {
      const inbox = part?.model.folderByPath('INBOX')?.id ?? 'f1';
      const messages = [{ ...MESSAGE, folder_id: inbox, file_id: FILE.id }];
      return { data: repeats ? [{ name: FILE.name, size: FILE.size, messages }] : [], meta: undefined };
    },
    getSpareVersions: async () => ({
      data: {
        ...{ versions: 3, bytes: 4 * MB },
        files: [{ id: 'd1', name: 'kế hoạch.docx', versions: 3, bytes: 4 * MB }],
      },
      meta: undefined,
    }),
    async removeSpareVersions({ body }: { body: unknown }) {
      done.removed.push(body);
      await removes;
      return { data: { versions: 3, freed_bytes: 4 * MB, finished: true }, meta: undefined };
    },
    async saveToDrive({ params }: { params: { id: string } }) {
      if (!saves) throw new ApiError(400, 'drive_full', 'no');
      done.saved.push(params.id);
      return { data: {}, meta: undefined };
    },
    async moveMessages({ body }: { body: unknown }) {
      done.moved.push(body);
      return { data: { ok: true }, meta: undefined };
    },
  };
  let part: Awaited<ReturnType<typeof renderPart>> | undefined;
  part = await renderPart(
    <MantineProvider env="test">
      <StorageSettings />
    </MantineProvider>,
    { api: api as never, at: '/setting/storage', signedIn: { enable_drive: true } },
  );
  return { ...part, done };
}

beforeEach(() => notices.set([]));

test.each([
  ['vi', 'Đã dùng 18,0 MB trên 100,0 MB', 'Hộp thư đến', 'Đã đánh dấu xóa bởi chương trình thư'],
  ['en', '18.0 MB of 100.0 MB used', 'Inbox', 'Marked as deleted by a mail program'],
] as const)(
  'NS-5 in %s it says what is used, and by which folders',
  async (language, used, inbox, hidden) => {
    speak(language);
    await show();
    expect(await screen.findByText(used)).toBeTruthy();
    expect(screen.getByRole('link', { name: inbox }).getAttribute('href')).toBe('/folder/INBOX');
    expect(screen.getByText(hidden)).toBeTruthy();
  },
);

test.each([
  ['vi', 'Dọn sạch Thùng rác', '2 thư sẽ bị xóa vĩnh viễn và 5,0 MB được giải phóng.'],
  ['en', 'Empty Trash', '2 messages will be permanently deleted, which frees 5.0 MB.'],
] as const)('NS-11 in %s emptying Trash says before what it frees', async (language, name, text) => {
  speak(language);
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name }));
  expect((await screen.findByRole('dialog')).textContent).toContain(text);
});

test('NS-13 files are saved to the drive, then the message goes to Trash, and undo brings it back', async () => {
  speak('en');
  const { user, done, model } = await show();
  await user.click(await screen.findByRole('button', { name: 'Actions for message “Bản vẽ”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save files to drive, then move to Trash' }));
  await waitFor(() => expect(done.moved).toHaveLength(1));
  expect(done.saved).toEqual(['a1']);
  const notice = notices.get().at(-1);
  expect(notice?.text).toBe(
    'Saved 1 file to your drive, and moved the message of 9.0 MB to Trash. Empty Trash to free it.',
  );
  await notice?.undo?.();
  const [inbox, trash] = [model.folderByPath('INBOX')?.id, model.folderByPath('Trash')?.id];
  expect(done.moved).toEqual([
    { message_ids: ['m1'], from_folder_id: inbox, to_folder_id: trash },
    { message_ids: ['m1'], from_folder_id: trash, to_folder_id: inbox },
  ]);
});

test('NS-13 of a message with a repeated file, its other files are saved before it goes, too', async () => {
  speak('en');
  const others = [
    { id: 'a2', name: 'báo giá.pdf', size: MB, inlineImage: false },
    { id: 'a3', name: 'logo.png', size: 100, inlineImage: true },
  ];
  const { user, done } = await show({ repeats: true, others });
  await user.click(await screen.findByRole('button', { name: 'Actions for message “Bản vẽ”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save files to drive, then move to Trash' }));
  await waitFor(() => expect(done.moved).toHaveLength(1));
  expect(done.saved).toEqual(['a1', 'a2']);
});

test('NS-13 where a file can’t be saved, the message stays', async () => {
  speak('vi');
  const { user, done } = await show({ saves: false });
  await user.click(await screen.findByRole('button', { name: 'Thao tác với thư “Bản vẽ”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Lưu tệp vào kho rồi chuyển vào Thùng rác' }));
  await waitFor(() => expect(notices.get().at(-1)?.text).toContain('Không lưu được tệp “bản vẽ.pdf”'));
  expect(done.moved).toEqual([]);
});

test('NS-9 NS-11 versions are removed after it was said what they free', async () => {
  speak('vi');
  const { user, done } = await show();
  await user.click(await screen.findByRole('button', { name: 'Xóa phiên bản cũ của kế hoạch.docx' }));
  const dialog = await screen.findByRole('dialog', { name: 'Xóa 3 phiên bản cũ?' });
  expect(dialog.textContent).toContain('Kho tệp trống thêm 4,0 MB.');
  await user.click(within(dialog).getByRole('button', { name: 'Xóa' }));
  await waitFor(() => expect(done.removed).toEqual([{ file_id: 'd1' }]));
  await waitFor(() => expect(notices.get().at(-1)?.text).toBe('Đã xóa 3 phiên bản cũ. Đã giải phóng 4,0 MB'));
});

test('while versions are removed, no others can be chosen', async () => {
  speak('en');
  const { promise: removes, resolve } = Promise.withResolvers<void>();
  const { user } = await show({ removes });
  const act = await screen.findByRole<HTMLButtonElement>('button', { name: /^Remove older versions of/ });
  await user.click(act);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(act.disabled).toBe(true));
  resolve();
  await waitFor(() => expect(act.disabled).toBe(false));
});

test('NS-5 what can’t be loaded says so, and is tried again', async () => {
  speak('en');
  await show({ fails: true });
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t load your storage.');
  expect(screen.getByRole('button', { name: /again/ })).toBeTruthy();
});
