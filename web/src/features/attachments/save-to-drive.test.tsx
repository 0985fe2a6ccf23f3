import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { File } from '@bocau/contract/messages.ts';
import { MantineProvider } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { savedCopies } from '../../parts/drive/saved-copies.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SaveAll, SaveFile } from './save-to-drive.tsx';

function file(id: string, given: Partial<File> = {}): File {
  return {
    ...{ id, uuid: id, name: `${id}.pdf`, size: 1024, content_type: 'application/pdf', content_id: null },
    ...{ inlineImage: false, is_office: false, has_virus: false, message: null, drive_file: null },
    ...given,
  };
}

const COPY = { file_url: '/drive?file=e1', office_url: '' };
const FOLDER = { id: 'd1', name: 'Hợp đồng', type: 'folder' };

beforeAll(() => speak('vi'));
afterEach(() => {
  savedCopies.set(new Map());
  notices.set([]);
  localStorage.removeItem('drive.save-folder');
});

async function show(files: File[], saveToDrive: unknown) {
  const listDriveFiles = async ({ query }: { query: { folder_id?: string } }) => ({
    data: query.folder_id === undefined ? [FOLDER, { id: 'e9', name: 'a.pdf', type: 'file' }] : [],
    meta: {
      breadcrumb: query.folder_id === undefined ? [] : [FOLDER],
      next_cursor: null,
      permission: 'OWNER',
      total: 1,
    },
  });
  return renderPart(
    <MantineProvider env="test">
      <SaveAll files={files} />
      {files.map((one) => (
        <SaveFile key={one.id} file={one} />
      ))}
    </MantineProvider>,
    { api: { listDriveFiles, saveToDrive } as unknown as Partial<ApiClient> },
  );
}

test('DV-12 a file is saved into the folder that is chosen, and is found there; the folder is remembered', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const save = vi.fn(() => promise);
  const { user } = await show([file('bao-gia')], save);
  await user.click(await screen.findByRole('button', { name: 'Lưu bao-gia.pdf vào kho tệp' }));
  expect(screen.queryByText('a.pdf')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Hợp đồng' }));
  expect(await screen.findByText('Không có thư mục con')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Lưu vào đây' }));
  expect(save).toHaveBeenCalledWith({ params: { id: 'bao-gia' }, body: { folder_id: 'd1' } });
  expect(await screen.findByText('Đang lưu vào kho tệp…')).toBeTruthy();
  resolve({ data: { drive_file: COPY } });
  const link = await screen.findByRole('link', { name: /Mở trong kho tệp/ });
  expect(link.getAttribute('href')).toBe('/drive?file=e1');
  expect(notices.get().at(-1)?.text).toBe('Đã lưu 1 tệp vào kho tệp.');
  expect(localStorage.getItem('drive.save-folder')).toBe('d1');
});

test('DV-12 every folder can be chosen, however many there are; by keys alone the next ones follow', async () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    id: `d${at}`,
    name: `Thư mục ${at}`,
    type: 'folder',
  }));
  const listDriveFiles = async ({ query }: { query: { folder_id?: string; cursor?: string } }) => ({
    data: query.folder_id !== undefined ? [] : query.cursor ? many.slice(50) : many.slice(0, 50),
    meta: {
      breadcrumb: query.folder_id === undefined ? [] : [many[59]],
      next_cursor: query.folder_id === undefined && !query.cursor ? 'more' : null,
    },
  });
  const save = vi.fn(async () => ({ data: { drive_file: COPY } }));
  const { user } = await renderPart(
    <MantineProvider env="test">
      <SaveFile file={file('mot')} />
    </MantineProvider>,
    { api: { listDriveFiles, saveToDrive: save } as unknown as Partial<ApiClient> },
  );
  await user.click(await screen.findByRole('button', { name: 'Lưu mot.pdf vào kho tệp' }));
  (await screen.findByRole('button', { name: 'Thư mục 59' })).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('list', { name: 'Thư mục 59' })).toBe(document.activeElement);
  await user.click(screen.getByRole('button', { name: 'Lưu vào đây' }));
  expect(save).toHaveBeenCalledWith({ params: { id: 'mot' }, body: { folder_id: 'd59' } });
});

test('DV-12 AT-1 all that is not there yet is saved at once; what fails says so and can be saved again', async () => {
  const save = vi.fn(async ({ params }: { params: { id: string } }) => {
    if (params.id === 'hai') throw new ApiError(413, 'drive_full', 'full');
    return { data: { drive_file: COPY } };
  });
  const { user } = await show([file('mot'), file('hai'), file('ba', { drive_file: COPY })], save);
  await user.click(await screen.findByRole('button', { name: 'Lưu tất cả vào kho tệp' }));
  await user.click(await screen.findByRole('button', { name: 'Lưu vào đây' }));
  await waitFor(() => expect(notices.get().at(-1)?.tone).toBe('danger'));
  expect(save.mock.calls.map(([{ params }]) => params.id)).toEqual(['mot', 'hai']);
  expect(notices.get().at(-1)).toMatchObject({
    tone: 'danger',
    text: expect.stringContaining('không còn đủ chỗ'),
  });
  expect(await screen.findAllByRole('link', { name: /Mở trong kho tệp/ })).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Lưu hai.pdf vào kho tệp' })).toBeTruthy();
});
