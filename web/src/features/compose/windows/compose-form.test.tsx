import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose, useCompose } from '../../../parts/compose/lazy-compose.ts';
import { createTestQueue } from '../../../parts/uploads/test-kit/test-queue.ts';
import { UploadQueueContext } from '../../../parts/uploads/use-uploads.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ComposeLayer } from './compose-layer.tsx';
import { focusForm } from './open-forms.ts';

beforeAll(() => speak('vi'));

const FILE = {
  ...{ id: 'f1', fileid: 'f1', name: 'bao-gia.pdf', display_name: '/bao-gia.pdf', type: 'file', size: 1024 },
  ...{ content_type: 'application/pdf', href: '/storage/v1/files/f1/content', parent_id: null },
  ...{ owner: 'lan.anh@saomai.example', owner_display_name: 'Lan Anh', created_at: 1, last_modified: 1 },
  prop: { favorite: false, shared: false, permission: 'OWNER' },
} as DriveFile;

function ShownLayer() {
  return <ComposeLayer windows={useCompose((compose) => compose.windows())} />;
}

async function openLayer() {
  const clock = createManualClock();
  const { model } = await startCompose(createFakeCompose(clock), clock);
  const lazy = {
    subscribe: model.subscribe,
    onSendFailed: () => () => undefined,
    model: () => model,
  } as unknown as LazyCompose;
  const listDriveFiles: ApiClient['listDriveFiles'] = async () => ({
    data: [FILE],
    meta: { next_cursor: null, breadcrumb: [], permission: 'OWNER', total: 1 },
  });
  const { user } = await renderPart(
    <MantineProvider env="test">
      <UploadQueueContext value={createTestQueue().queue}>
        <ComposeContext value={lazy}>
          <main id="content" tabIndex={-1} />
          <ShownLayer />
        </ComposeContext>
      </UploadQueueContext>
    </MantineProvider>,
    { signedIn: { enable_drive: true }, api: { listDriveFiles } },
  );
  return { model, user };
}

test('MM-15 whoever asks for the text of a minimised message has the focus there once it is open', async () => {
  const { model } = await openLayer();
  await act(async () => void model.openNew({ to: 'lan@x.vn', subject: 'Báo giá', body: '<p>Kính gửi</p>' }));
  const id = model.windows()[0]?.id ?? '';
  const text = await screen.findByRole('textbox', { name: 'Nội dung thư' });
  await act(async () => {
    model.setState(id, 'mini');
    text.blur();
  });
  // In browsers nothing inert takes the focus.
  const wasInert: boolean[] = [];
  text.addEventListener('focus', () => wasInert.push(text.closest('[inert]') !== null));
  await act(async () => {
    model.toggle(id);
    focusForm(id);
  });
  expect(document.activeElement).toBe(text);
  expect(wasInert).toEqual([false]);
});

test.each([
  ['its title', 'Báo giá'],
  ['its button', 'Mở lại'],
])('CW-21 who opens a minimised message by %s types on in its text', async (_by, name) => {
  const { model, user } = await openLayer();
  await act(async () => void model.openNew({ to: 'lan@x.vn', subject: 'Báo giá', body: '<p>Kính gửi</p>' }));
  const window = screen.getByRole('dialog', { name: 'Báo giá' });
  const text = await within(window).findByRole('textbox', { name: 'Nội dung thư' });
  await user.click(within(window).getByRole('button', { name: 'Thu nhỏ' }));
  expect(document.activeElement).toBe(within(window).getByRole('button', { name: 'Báo giá' }));
  await user.click(within(window).getByRole('button', { name }));
  await waitFor(() => expect(document.activeElement).toBe(text));
  expect(model.windows()[0]?.windowState).toBe('pin');
});

test('DV-7 after a file of the drive was added the next key is written into the text', async () => {
  const { model, user } = await openLayer();
  await act(async () => void model.openNew({ subject: 'Báo giá' }));
  const window = screen.getByRole('dialog', { name: 'Báo giá' });
  const text = await within(window).findByRole('textbox', { name: 'Nội dung thư' });
  const opener = within(window).getByRole('button', { name: 'Thêm tệp từ kho tệp' });
  await act(async () => opener.click());
  await user.click(await screen.findByRole('option', { name: /bao-gia/ }));
  await user.click(screen.getByRole('button', { name: /^Thêm vào thư \(1/ }));
  await waitFor(() => expect(within(text).getByText('bao-gia.pdf')).toBeTruthy());
  await waitFor(() => expect(document.activeElement).toBe(text));
});
