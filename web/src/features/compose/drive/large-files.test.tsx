import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { createTestQueue } from '../../../parts/uploads/test-kit/test-queue.ts';
import { UploadQueueContext } from '../../../parts/uploads/use-uploads.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { LargeFiles } from './large-files.tsx';
import { largeUploads } from './large-uploads.ts';

const MB = 1024 * 1024;
const TEN_GB = 10_240 * MB;

beforeAll(() => speak('vi'));
afterEach(() => {
  largeUploads.set(new Map());
  notices.set([]);
});

function fileOf(name: string, size: number): File {
  const file = new File(['x'], name, { type: 'video/mp4' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

async function show(calls: Record<string, unknown> = {}) {
  const clock = createManualClock();
  const server = createFakeCompose(clock);
  const { model } = await startCompose(server, clock);
  const id = model.openNew() as string;
  const uploads = createTestQueue();
  const addDriveFiles = vi.fn(() => true);
  const editor = { current: { addDriveFiles, focus: vi.fn() } as unknown as MailEditorHandle };
  const api = {
    createDriveFolder: vi.fn(async () => ({ data: { id: 'thu-muc' } })),
    getDriveFile: vi.fn(async () => ({ data: { id: 'e1', name: 'phim (2).mp4', size: TEN_GB } })),
    ...calls,
  };
  const compose = { subscribe: model.subscribe, model: () => model } as unknown as LazyCompose;
  const shown = (
    <MantineProvider env="test">
      <ComposeContext value={compose}>
        <UploadQueueContext value={uploads.queue}>
          <LargeFiles id={id} editor={editor} />
        </UploadQueueContext>
      </ComposeContext>
    </MantineProvider>
  );
  const part = await renderPart(shown, { api: api as unknown as Partial<ApiClient> });
  const add = (...files: File[]) => act(async () => model.addFiles(id, files));
  const offer = () => screen.findByRole('button', { name: 'Gửi bằng liên kết' });
  return { ...part, ...uploads, mail: server, compose: model, id, api, addDriveFiles, add, offer };
}

test('DV-8 DV-11 a file of 10 GB arrives over a line that breaks, and is led to once all of it is there', async () => {
  const { user, add, offer, latest, pass, sent, addDriveFiles, compose, id, queue } = await show();
  await add(fileOf('phim.mp4', TEN_GB));
  expect(screen.getByText(/phim.mp4 lớn hơn 25 MB/)).toBeTruthy();
  await user.click(await offer());
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'phim.mp4' });
  expect(sent[0]?.metadata).toMatchObject({ parent_id: 'thu-muc', on_conflict: 'rename' });
  expect(screen.getByText(/Nếu đóng thư hoặc tải lại trang/)).toBeTruthy();
  await latest(({ progress }) => progress(TEN_GB / 2));
  expect(bar.value / bar.max).toBe(0.5);
  await latest(({ failed }) => failed(new ApiError(0, 'no_answer', 'lost')));
  expect(screen.getByText('Mất kết nối. Tự tiếp tục khi có mạng.')).toBeTruthy();
  await pass(1_000);
  expect(sent.at(-1)?.url).toBe('/storage/v1/uploads/1');
  expect(addDriveFiles).not.toHaveBeenCalled();
  await latest(({ done }) => done('e1'));
  await waitFor(() => expect(addDriveFiles).toHaveBeenCalledOnce());
  expect(addDriveFiles).toHaveBeenCalledWith(
    [
      {
        id: 'e1',
        name: 'phim (2).mp4',
        href: `${location.origin}/storage/v1/files/e1/content`,
        about: '10,0 GB · Kho tệp',
      },
    ],
    'end',
  );
  expect(compose.window(id)?.attachmentFiles).toEqual([]);
  expect(queue.items()).toEqual([]);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('DV-11 a refusal is told where it happens; what is stopped is offered again, and no text leads to it', async () => {
  const { user, add, offer, latest, addDriveFiles, discarded, compose, id } = await show();
  await add(fileOf('phim.mp4', TEN_GB));
  await user.click(await offer());
  await latest(({ failed }) => failed(new ApiError(413, 'drive_full', 'full')));
  expect(screen.getByText(/không còn đủ chỗ/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Tiếp tục phim.mp4' }));
  await latest(({ progress }) => progress(MB));
  await user.click(screen.getByRole('button', { name: 'Hủy tải lên phim.mp4' }));
  expect(await offer()).toBeTruthy();
  expect(discarded).toEqual(['/storage/v1/uploads/2']);
  await user.click(await offer());
  await latest(({ progress }) => progress(MB));
  // Removed from the message.
  const [file] = compose.window(id)?.attachmentFiles ?? [];
  await act(async () => compose.removeFile(id, file?.key ?? ''));
  await waitFor(() => expect(discarded).toHaveLength(2));
  expect(addDriveFiles).not.toHaveBeenCalled();
});

test('DV-11 a message that is closed meanwhile has no link; the upload goes on in the drive, which is said', async () => {
  const { user, add, offer, latest, addDriveFiles, compose, id, queue, unmount } = await show();
  await add(fileOf('phim.mp4', TEN_GB));
  await user.click(await offer());
  await latest(({ progress }) => progress(MB));
  await act(() => compose.close(id));
  unmount();
  expect(notices.get().at(-1)?.text).toBe(
    '1 tệp vẫn đang tải lên kho tệp. Thư không có liên kết đến các tệp này.',
  );
  expect(queue.items()).toMatchObject([{ name: 'phim.mp4', state: 'sending' }]);
  await latest(({ done }) => done('e1'));
  expect(queue.items()).toMatchObject([{ state: 'done', entryId: 'e1' }]);
  expect(addDriveFiles).not.toHaveBeenCalled();
});

test('DV-8 files that are too large together are saved by reference, the largest first', async () => {
  const saveToDrive = vi.fn(async () => ({ data: { drive_file: { file_url: '/drive?file=e7' } } }));
  const { user, mail, compose, id, offer, addDriveFiles, sent } = await show({ saveToDrive });
  const stored = (file: string, size: number) => ({
    ...{ id: file, uuid: file, name: `${file}.pdf`, size, content_type: 'application/pdf', content_id: null },
    ...{ inlineImage: false, is_office: false, has_virus: false, message: null, drive_file: null },
  });
  const files = [stored('nhỏ', 10 * MB), stored('lớn', 20 * MB)];
  for (const file of files) mail.outbox.files.set(file.id, file);
  await act(async () => compose.addStoredFiles(id, files));
  await user.click(await offer());
  await waitFor(() =>
    expect(addDriveFiles.mock.calls.at(0)?.at(0)).toMatchObject([{ id: 'e7', name: 'lớn.pdf' }]),
  );
  expect(saveToDrive).toHaveBeenCalledWith({ params: { id: 'lớn' }, body: { folder_id: 'thu-muc' } });
  expect(compose.window(id)?.attachmentFiles.map(({ name }) => name)).toEqual(['nhỏ.pdf']);
  expect(sent).toEqual([]);
});

test('AU-2 an upload whose owner is no longer signed in stops, and says in both languages who has to sign in', async () => {
  const { user, add, offer, latest, sent } = await show();
  await add(fileOf('phim.mp4', TEN_GB));
  await user.click(await offer());
  await screen.findByRole('progressbar', { name: 'phim.mp4' });
  await latest(({ failed }) => failed(new ApiError(401, 'session_required', '')));
  expect(await screen.findByText(/không còn đăng nhập bằng lan\.anh@saomai\.example/)).toBeTruthy();
  await act(() => speak('en'));
  expect(await screen.findByText(/lan\.anh@saomai\.example is no longer signed in here/)).toBeTruthy();
  await act(() => speak('vi'));
  expect(sent).toHaveLength(1);
});
