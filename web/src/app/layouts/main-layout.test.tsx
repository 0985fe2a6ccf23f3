import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { MainLayout } from './main-layout.tsx';

const broken = vi.hoisted(() => ({
  part: '',
  draw(part: string): null {
    if (broken.part === part) throw new Error('broken');
    return null;
  },
}));

vi.mock('../../features/folders/storage-banner.tsx', () => ({
  StorageBanner: () => broken.draw('StorageBanner'),
}));
vi.mock('../../features/search/search-bar.tsx', () => ({ SearchBar: () => broken.draw('SearchBar') }));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test.each([
  ['StorageBanner', 'storage banner'],
  ['SearchBar', 'search'],
])('a %s that can not be drawn takes nothing else away, and the log is told', async (name, where) => {
  broken.part = name;
  const reports: unknown[] = [];
  await renderPart(
    <ComposeContext value={noCompose}>
      <MainLayout>
        <p>the list</p>
      </MainLayout>
    </ComposeContext>,
    {
      api: {
        async reportClientError({ body }) {
          reports.push(body);
          return { data: { ok: true } } as never;
        },
      },
    },
  );
  expect(screen.getByText('the list')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ẩn/hiện thanh bên' })).toBeTruthy();
  await waitFor(() => expect(reports).toEqual([{ kind: 'screen', message: 'Error: broken', where }]));
});

const noCompose: LazyCompose = {
  subscribe: () => () => undefined,
  model: () => null,
  load: () => new Promise(() => undefined),
  hasPersistedWindows: async () => false,
  onFrame: () => () => undefined,
  onSendFailed: () => () => undefined,
};
