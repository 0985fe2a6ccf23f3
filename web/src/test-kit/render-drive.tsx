import type { ApiClient } from '@bocau/contract/client.ts';
import { act, screen } from '@testing-library/react';
import { announceDriveEvent } from '../features/drive/begin-drive-act.ts';
import { DriveScreen } from '../features/drive/drive-screen.tsx';
import { DriveSearch } from '../features/drive/drive-search.tsx';
import { createDriveModel } from '../model/drive/create-drive-model.ts';
import { createFakeDrive, entryOf } from '../model/drive/test-kit/fake-drive.ts';
import { createManualClock } from '../model/engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../model/engine/test-kit/memory-storage.ts';
import { DriveModelContext } from '../parts/drive/use-drive.ts';
import { createRouter } from '../router/create-router.ts';
import { memoryEntries } from '../router/history.ts';
import { RouterProvider } from '../router/router.tsx';
import { renderPart } from './render-part.tsx';

/** Called by the screen, and by details that stay open. */
const calls = {
  listVersions: async () => ({ data: [], meta: undefined }),
  listShares: async () => ({ data: [], meta: undefined }),
  getServerInfo: async () => ({ data: { office_editor: false }, meta: undefined }),
} as unknown as Partial<ApiClient>;

/** Renders the page of a drive with these entries. */
export async function renderDrive(
  given = [
    entryOf('work', { name: 'Hợp đồng', type: 'folder' }),
    entryOf('a', { name: 'báo giá.xlsx', size: 2_048 }),
    entryOf('b', { name: 'ghi chú.txt' }),
  ],
  at = '/drive',
  api: Partial<ApiClient> = {},
) {
  const clock = createManualClock();
  const server = createFakeDrive(given);
  const model = createDriveModel({
    api: server.api,
    clock,
    storage: createMemoryStorage(),
    online: { isOnline: () => true, onChange: () => () => undefined },
    owner: 'an@saomai.example',
    tabId: 'tab',
  });
  model.onEvent(announceDriveEvent);
  const router = createRouter(
    [
      { path: '/drive/edit/:id', component: () => null },
      { path: '/drive/:place?', component: DriveWithSearch },
    ],
    memoryEntries(at),
  );
  const view = await renderPart(
    <DriveModelContext value={model}>
      <RouterProvider router={router} starting={null} />
    </DriveModelContext>,
    { api: { ...calls, ...api } },
  );
  const settle = () => act(() => clock.advance(10));
  await settle();
  const names = () =>
    screen.queryAllByRole('row').map((row) => row.getAttribute('aria-label')?.split(',')[0]);
  const place = () => router.shown().location.pathname + router.shown().location.search;
  return { ...view, clock, drive: model, files: server, router, settle, names, place };
}

/** As on a wide screen, where the header contains the search. */
function DriveWithSearch() {
  return (
    <>
      <DriveSearch />
      <DriveScreen />
    </>
  );
}
