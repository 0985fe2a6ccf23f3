import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fullDate } from '../../lib/dates.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { notices } from '../notices/notify.ts';
import { createTestQueue } from '../uploads/test-kit/test-queue.ts';
import { UploadQueueContext } from '../uploads/use-uploads.ts';
import { DrivePicker } from './drive-picker.tsx';

const MB = 1024 * 1024;

function file(id: string, given: Partial<DriveFile> = {}): DriveFile {
  return {
    ...{ id, fileid: id, name: `${id}.pdf`, display_name: `/${id}.pdf`, type: 'file', size: MB },
    ...{ content_type: 'application/pdf', href: `/storage/v1/files/${id}/content`, parent_id: null },
    ...{ owner: 'lan.anh@saomai.example', owner_display_name: 'Lan Anh', created_at: 1, last_modified: 1 },
    prop: { favorite: false, shared: false, permission: 'OWNER' },
    ...given,
  };
}

const FOLDER = file('hop-dong', { name: 'Hợp đồng', type: 'folder', size: 0 });
const BIG = file('phim', { size: 30 * MB });
const THEIRS = file('cua-minh', { owner: 'minh@saomai.example', owner_display_name: 'Trần Minh' });

const answer = (data: DriveFile[], breadcrumb: { id: string; name: string }[] = []) => ({
  data,
  meta: { next_cursor: null, breadcrumb, permission: 'OWNER' as const, total: data.length },
});

beforeAll(() => speak('vi'));
afterEach(() => void vi.restoreAllMocks());

/** Files chosen in the browser's own dialog. */
function chosen(...files: File[]) {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementationOnce(function (this: HTMLInputElement) {
    for (const one of files) Object.defineProperty(one, 'webkitRelativePath', { value: '' });
    Object.defineProperty(this, 'files', { value: files });
    this.dispatchEvent(new Event('change'));
  });
}

async function show(api: Partial<ApiClient> = {}, mayAttach = true) {
  const given = { onLinks: vi.fn(), onAttach: vi.fn(), onClose: vi.fn() };
  const listDriveFiles = vi.fn(async ({ query }) => {
    if (query.folder_id === FOLDER.id)
      return answer([file('phu-luc')], [{ id: FOLDER.id, name: 'Hợp đồng' }]);
    return answer([FOLDER, file('bao-gia'), BIG]);
  });
  const listed = { listDriveFiles, listSharedWithMe: async () => answer([THEIRS]), ...api };
  const uploads = createTestQueue();
  const part = await renderPart(
    <MantineProvider env="test">
      <UploadQueueContext value={uploads.queue}>
        <DrivePicker attachedBytes={0} {...given} {...(!mayAttach && { onAttach: undefined as never })} />
      </UploadQueueContext>
    </MantineProvider>,
    { api: listed as Partial<ApiClient> },
  );
  return { ...part, ...given, ...uploads, listDriveFiles };
}

const option = (name: string | RegExp) => screen.findByRole('option', { name });

test('DV-1 DV-2 DV-4 folders open, files are inserted as links; the path leads back', async () => {
  const { user, onLinks, onClose } = await show();
  const tabs = within(await screen.findByRole('tablist')).getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Tệp của tôi',
    'Gần đây',
    'Yêu thích',
    'Được chia sẻ',
    'Tải lên tệp mới',
  ]);
  fireEvent.doubleClick(await option(/Hợp đồng/));
  const inside = await option(/phu-luc/);
  const path = screen.getByRole('navigation', { name: 'Vị trí' });
  expect(within(path).getByRole('button', { name: 'Hợp đồng' }).getAttribute('aria-current')).toBe('page');
  fireEvent.doubleClick(inside);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onLinks.mock.calls[0]?.[0]).toEqual([
    {
      id: 'phu-luc',
      name: 'phu-luc.pdf',
      href: `${location.origin}/storage/v1/files/phu-luc/content`,
      about: '1,0 MB · Kho tệp',
    },
  ]);
  await user.click(within(path).getByRole('button', { name: 'Tệp của tôi' }));
  expect(await option(/bao-gia/)).toBeTruthy();
});

test('DV-5 DV-7 DV-8 the button counts; what is a folder or too large goes as a link only', async () => {
  const attachDriveFiles = vi.fn(async () => ({ data: [{ id: 'f1' }], meta: undefined }));
  const { user, onAttach, onLinks } = await show({ attachDriveFiles } as unknown as Partial<ApiClient>);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Gửi dạng tệp đính kèm' });
  await user.click(await option(/bao-gia/));
  await user.click(box);
  expect(box.checked).toBe(true);
  await user.click(await option(/phim/));
  expect(box.disabled && !box.checked).toBe(true);
  expect(screen.getByText(/lớn hơn 25 MB/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Thêm vào thư (2)' })).toBeTruthy();
  await user.click(await option(/phim/));
  await user.click(await option(/Hợp đồng/));
  expect(screen.getByText('Thư mục được gửi bằng liên kết.')).toBeTruthy();
  await user.click(await option(/Hợp đồng/));
  await user.click(screen.getByRole('button', { name: 'Thêm vào thư (1)' }));
  await waitFor(() => expect(onAttach).toHaveBeenCalledWith([{ id: 'f1' }]));
  expect(attachDriveFiles).toHaveBeenCalledWith({ body: { hrefs: ['/storage/v1/files/bao-gia/content'] } });
  expect(onLinks).not.toHaveBeenCalled();
});

test('DV-1 CL-200 where there is no message, files are attached', async () => {
  const { user } = await show({}, false);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(await option(/bao-gia/));
  expect(screen.getByRole('button', { name: 'Đính kèm (1)' })).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Tải lên tệp mới' }));
  expect(screen.getByRole('button', { name: /^Tải lên và đính kèm/ })).toBeTruthy();
});

test('DV-6 DV-10 files of others name their owner and are not chosen', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('tab', { name: 'Được chia sẻ' }));
  const theirs = await option(/Của Trần Minh/);
  expect(theirs.getAttribute('aria-disabled')).toBe('true');
  await user.click(theirs);
  expect(theirs.getAttribute('aria-selected')).toBe('false');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Thêm vào thư' }).disabled).toBe(true);
});

test('DV-3 the server sorts a folder; by keys alone a file is chosen and inserted', async () => {
  const { user, listDriveFiles, onLinks } = await show();
  await option(/bao-gia/);
  for (const descending of ['true', 'false']) {
    await user.click(await screen.findByRole('button', { name: /^Kích thước/ }));
    await waitFor(() =>
      expect(listDriveFiles).toHaveBeenLastCalledWith({ query: { sort: 'size', descending } }),
    );
  }
  (await screen.findByRole('listbox', { name: 'Tệp và thư mục' })).focus();
  await user.keyboard('{ArrowDown} ');
  expect((await option(/bao-gia/)).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onLinks.mock.calls[0]?.[0]).toMatchObject([{ id: 'phim' }]);
});

test('DV-2 DV-3 by keys alone: into a folder, up again, and by another order', async () => {
  const { user } = await show();
  await option(/bao-gia/);
  screen.getByRole('listbox').focus();
  await user.keyboard('{Enter}');
  await option(/phu-luc/);
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
  await user.keyboard('{Backspace}');
  await option(/bao-gia/);
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
  const header = screen.getByRole('button', { name: /^Kích thước/ });
  header.focus();
  await user.keyboard('{Enter}');
  await option(/bao-gia/);
  expect(document.activeElement).toBe(header);
});

test('DV-3 DV-6 what others share says who shared it and since when, and is sorted by the server', async () => {
  const shared_at = Date.parse('2026-11-18T09:00:00+07:00') / 1000;
  const shared = file('ke-hoach', { ...THEIRS, id: 'ke-hoach', name: 'Kế hoạch.pdf' });
  const listSharedWithMe = vi.fn(async () =>
    answer([{ ...shared, prop: { ...shared.prop, permission: 'READ', shared_at } }]),
  );
  const { user } = await show({ listSharedWithMe } as unknown as Partial<ApiClient>);
  await user.click(screen.getByRole('tab', { name: 'Được chia sẻ' }));
  const row = await option(/Trần Minh chia sẻ/);
  expect(row.textContent).toContain(fullDate(shared_at));
  expect(listSharedWithMe).toHaveBeenLastCalledWith({ query: { sort: 'shared_at', descending: 'true' } });
  await user.click(screen.getByRole('button', { name: /^Ngày chia sẻ/ }));
  await waitFor(() =>
    expect(listSharedWithMe).toHaveBeenLastCalledWith({ query: { sort: 'shared_at', descending: 'false' } }),
  );
});

test('DV-3 sorting is offered once: by the columns of a table, by a menu above boxes', async () => {
  const { user } = await show();
  await option(/bao-gia/);
  const menus = () => screen.queryAllByRole('combobox', { name: 'Sắp xếp theo' });
  expect(menus()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Xem dạng ô' }));
  expect(menus()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^Kích thước/ })).toBeNull();
});

test('DV-2 a further page that does not come leaves what is there, and comes when it is asked for again', async () => {
  let isUp = false;
  const listDriveFiles = async ({ query }: { query: { cursor?: string } }) => {
    if (query.cursor === undefined)
      return { ...answer([file('bao-gia')]), meta: { ...answer([]).meta, next_cursor: 'x' } };
    if (!isUp) throw new ApiError(500, 'internal_error', 'broken');
    return answer([file('phu-luc')]);
  };
  const { user } = await show({ listDriveFiles } as unknown as Partial<ApiClient>);
  await option(/bao-gia/);
  await user.click(screen.getByRole('button', { name: 'Xem thêm' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Không tải được danh sách');
  await option(/bao-gia/);
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  await option(/phu-luc/);
  await option(/bao-gia/);
});

test('DV-7 files that can not be attached say why', async () => {
  const { user } = await show({
    attachDriveFiles: async () => {
      throw new ApiError(413, 'drive_full', 'full');
    },
  } as Partial<ApiClient>);
  await user.click(await option(/bao-gia/));
  await user.click(screen.getByRole('checkbox', { name: 'Gửi dạng tệp đính kèm' }));
  await user.click(screen.getByRole('button', { name: 'Thêm vào thư (1)' }));
  await screen.findByText(/không còn đủ chỗ/);
});

test('DV-11 new files go where the own drive was last looked at, and that is what is said', async () => {
  const theirs = file('du-an', { ...THEIRS, id: 'du-an', name: 'Dự án', type: 'folder' });
  const searchDrive = async () => answer([file('tim-thay')]);
  const { user } = await show({
    listSharedWithMe: async () => answer([theirs]),
    searchDrive,
  } as unknown as Partial<ApiClient>);
  const upload = () => user.click(screen.getByRole('tab', { name: 'Tải lên tệp mới' }));
  fireEvent.doubleClick(await option(/Hợp đồng/));
  await option(/phu-luc/);
  await user.type(screen.getByRole('searchbox'), 'tìm');
  await option(/tim-thay/);
  await upload();
  screen.getByText('Tải lên vào: Hợp đồng');
  await user.click(screen.getByRole('tab', { name: 'Được chia sẻ' }));
  fireEvent.doubleClick(await option(/Dự án/));
  await screen.findByRole('navigation', { name: 'Vị trí' });
  await upload();
  screen.getByText('Tải lên vào: Hợp đồng');
});

test('without a connection the list says so, and comes when it is asked for again', async () => {
  let isUp = false;
  const { user } = await show({
    listDriveFiles: (async () => {
      if (!isUp) throw new ApiError(0, 'no_answer', 'lost');
      return answer([file('bao-gia')]);
    }) as unknown as ApiClient['listDriveFiles'],
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Mất kết nối');
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await option(/bao-gia/)).toBeTruthy();
});

test('DV-5 DV-10 DV-11 a new file goes up with progress; one that fails says why, and goes up again', async () => {
  const findFreeName = vi.fn(async () => ({ data: { next_path_naive: '/moi (2).pdf' }, meta: undefined }));
  const getDriveFile = vi.fn(async () => ({ data: file('moi'), meta: undefined }));
  const calls = { findFreeName, getDriveFile } as unknown as Partial<ApiClient>;
  const { user, onLinks, latest, sent, queue } = await show(calls);
  await option(/bao-gia/);
  await user.click(screen.getByRole('tab', { name: 'Tải lên tệp mới' }));
  chosen(new File(['mười byte.'], 'moi.pdf', { type: 'application/pdf' }));
  await user.click(screen.getByRole('button', { name: 'Chọn tệp trên máy' }));
  // A file of this name exists: it is replaced, or both are kept.
  expect(await screen.findByText(/đã có tệp cùng tên/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Giữ cả hai' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Tải lên và thay thế (1)' }));
  await latest(({ progress }) => progress(4));
  expect((await screen.findByRole<HTMLProgressElement>('progressbar')).value).toBe(4);
  expect(screen.getByText(/Nếu đóng cửa sổ này/)).toBeTruthy();
  await latest(({ failed }) => failed(new ApiError(413, 'drive_full', 'full')));
  expect(await screen.findByText(/không còn đủ chỗ/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Tải lên và thay thế (1)' }));
  expect(onLinks).not.toHaveBeenCalled();
  await latest(({ done }) => done('moi'));
  await waitFor(() => expect(onLinks.mock.calls[0]?.[0]).toMatchObject([{ id: 'moi' }]));
  expect(sent.map(({ metadata }) => metadata.on_conflict)).toEqual(['replace', 'replace']);
  expect(queue.items()).toEqual([]);
});

test('DV-11 files that went up together are asked about once, where their names are taken', async () => {
  const findFreeName = vi.fn(async () => ({ data: { next_path_naive: '/x (2).pdf' }, meta: undefined }));
  const { user, sent, latest, queue } = await show({ findFreeName } as unknown as Partial<ApiClient>);
  await option(/bao-gia/);
  await user.click(screen.getByRole('tab', { name: 'Tải lên tệp mới' }));
  chosen(new File(['một'], 'mot.pdf'), new File(['hai'], 'hai.pdf'), new File(['ba'], 'ba.pdf'));
  await user.click(screen.getByRole('button', { name: 'Chọn tệp trên máy' }));
  await user.click(await screen.findByRole('button', { name: 'Tải lên và thay thế (3)' }));
  // Folders of these names exist.
  const taken = new ApiError(409, 'already_exists', 'A folder has this name');
  const refuse = () => {
    for (const { failed, metadata } of [...sent]) if (metadata.on_conflict === 'replace') failed(taken);
  };
  await latest(refuse);
  await user.click(
    (await screen.findAllByRole('checkbox', { name: 'Áp dụng cho tất cả' }))[0] as HTMLElement,
  );
  await user.click(screen.getAllByRole('button', { name: 'Giữ cả hai' })[0] as HTMLElement);
  await latest(refuse);
  expect(queue.items().map(({ state }) => state)).not.toContain('conflict');
});

test('DV-11 what is still going up when the picker closes goes on in the drive, which is said', async () => {
  const findFreeName = vi.fn(async () => ({ data: { next_path_naive: '/phim.mp4' }, meta: undefined }));
  const calls = { findFreeName } as unknown as Partial<ApiClient>;
  const { user, onLinks, latest, queue, unmount } = await show(calls);
  await user.click(screen.getByRole('tab', { name: 'Tải lên tệp mới' }));
  chosen(new File(['x'], 'phim.mp4'));
  await user.click(screen.getByRole('button', { name: 'Chọn tệp trên máy' }));
  await user.click(await screen.findByRole('button', { name: 'Tải lên và thêm vào thư (1)' }));
  await latest(({ progress }) => progress(1));
  unmount();
  expect(notices.get().at(-1)?.text).toContain('vẫn đang tải lên kho tệp');
  notices.set([]);
  expect(queue.items()).toMatchObject([{ name: 'phim.mp4', state: 'sending' }]);
  expect(onLinks).not.toHaveBeenCalled();
});
