import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { File } from '@bocau/contract/messages.ts';
import { MantineProvider } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { savedCopies } from '../../parts/drive/saved-copies.ts';
import { notices } from '../../parts/notices/notify.ts';
import { useLocation } from '../../router/router.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { EditInOffice } from './edit-in-office.tsx';

const OFFERED = 'Sửa hop-dong.docx trong trình soạn thảo';
const COPY = { file_url: '/drive?file=e1', office_url: '/drive/edit/e1' };

function file(given: Partial<File> = {}): File {
  return {
    ...{ id: 'f1', uuid: 'f1', name: 'hop-dong.docx', size: 1024, content_type: 'application/msword' },
    ...{ content_id: null, inlineImage: false, is_office: true, has_virus: false, message: null },
    drive_file: null,
    ...given,
  };
}

beforeAll(() => speak('vi'));
afterEach(() => {
  savedCopies.set(new Map());
  notices.set([]);
  localStorage.removeItem('drive.save-folder');
});

function Address() {
  return <output>{useLocation().pathname}</output>;
}

async function show(given: Partial<File>, saveToDrive: unknown = vi.fn(), hasEditor = true) {
  const getServerInfo = vi.fn(async () => ({
    data: { username: '', services: [], office_editor: hasEditor },
    meta: undefined,
  }));
  const part = await renderPart(
    <MantineProvider env="test">
      <EditInOffice file={file(given)} />
      <Address />
    </MantineProvider>,
    { api: { getServerInfo, saveToDrive } as unknown as Partial<ApiClient> },
  );
  await waitFor(() => expect(getServerInfo).toHaveBeenCalled());
  return part;
}

const saved =
  (office_url: string, found = false) =>
  async () => ({
    data: { drive_file: { ...COPY, office_url }, found },
  });
const address = () => screen.getByRole('status').textContent;

test('DV-13 an attachment without a copy in the drive is saved there, and opens in the editor', async () => {
  const save = vi
    .fn(saved('/drive/edit/e1'))
    .mockRejectedValueOnce(new ApiError(404, 'file_not_found', 'the folder is gone'));
  localStorage.setItem('drive.save-folder', 'd1');
  const { user } = await show({}, save);
  await user.click(await screen.findByRole('button', { name: OFFERED }));
  await waitFor(() => expect(address()).toBe('/drive/edit/e1'));
  const folders = [{ folder_id: 'd1' }, { folder_id: null }];
  expect(save.mock.calls).toEqual(folders.map((body) => [{ params: { id: 'f1' }, body }]));
  expect(savedCopies.get().get('f1')).toEqual(COPY);
});

test('DV-13 where a copy is in the drive it is asked: the latest, or a new one', async () => {
  const save = vi.fn(saved('/drive/edit/e2'));
  const { user } = await show({ drive_file: COPY }, save);
  await user.click(await screen.findByRole('button', { name: OFFERED }));
  expect(save).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Tạo bản mới' }));
  await waitFor(() => expect(address()).toBe('/drive/edit/e2'));
  expect(save).toHaveBeenLastCalledWith({ params: { id: 'f1' }, body: { folder_id: null, replace: false } });
});

test('DV-13 it is asked too where the server finds a file of the same bytes that nobody knew of', async () => {
  const save = vi
    .fn(saved('/drive/edit/e1'))
    .mockResolvedValueOnce({ data: { drive_file: COPY, found: true } });
  const { user } = await show({}, save);
  await user.click(await screen.findByRole('button', { name: OFFERED }));
  await user.click(await screen.findByRole('button', { name: 'Tạo bản mới' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith({ params: { id: 'f1' }, body: { folder_id: null, replace: false } });
  await waitFor(() => expect(address()).toBe('/drive/edit/e1'));
});

test('DV-13 the latest is opened as it was changed since; a failure is told', async () => {
  const save = vi.fn(saved('/drive/edit/e1')).mockRejectedValueOnce(new ApiError(413, 'drive_full', 'full'));
  const { user } = await show({ drive_file: COPY }, save);
  for (const _try of ['refused', 'opened']) {
    await user.click(await screen.findByRole('button', { name: OFFERED }));
    await user.click(await screen.findByRole('button', { name: 'Sửa bản mới nhất' }));
    await waitFor(() => expect(notices.get().at(-1)?.text).toContain('không còn đủ chỗ'));
  }
  await waitFor(() => expect(address()).toBe('/drive/edit/e1'));
  expect(save).toHaveBeenLastCalledWith({ params: { id: 'f1' }, body: { folder_id: null } });
});

test('DV-13 it is offered only where there is an editor, and not for what has a virus', async () => {
  await show({}, vi.fn(), false);
  expect(screen.queryByRole('button', { name: OFFERED })).toBeNull();
  await show({ has_virus: true });
  expect(screen.queryByRole('button', { name: OFFERED })).toBeNull();
});
