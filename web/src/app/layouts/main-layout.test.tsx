import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { job } from '../../features/thread-actions/jobs.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { notify } from '../../parts/notices/notify.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
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

// Drawn a while after the others, which a busy machine may reach and another may not.
vi.mock('./late-parts.tsx', () => ({ LateParts: () => null }));
vi.mock('./compose-place.tsx', () => ({ ComposePlace: () => <p>compose windows</p> }));
vi.mock('../../features/thread-actions/batch-panel.tsx', () => ({ BatchPanel: () => <p>batch panel</p> }));

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

test('LY-1 Main holds header, sidebar, content, footer, compose, notices, feedback, and the panel of a batch while it runs', async () => {
  broken.part = '';
  job.set(null);
  const links = { feedback: 'gop-y@saomai.example' };
  const { container } = await act(() =>
    renderPart(
      <ComposeContext value={noCompose}>
        <MainLayout>
          <p>the list</p>
        </MainLayout>
      </ComposeContext>,
      { signedIn: { links } },
    ),
  );
  await act(async () => notify({ text: 'a notice', seconds: null }));
  expect(container.querySelector('header')).not.toBeNull();
  expect(within(screen.getByRole('main')).getByText('the list')).toBeDefined();
  const sidebar = container.querySelector('aside') as HTMLElement;
  expect(within(sidebar).getByRole('navigation', { name: 'Thư mục' })).toBeDefined();
  expect(within(sidebar).getByRole('button', { name: 'Góp ý' })).toBeDefined();
  await waitFor(() => expect(sidebar.querySelector('footer')).not.toBeNull());
  expect(await screen.findByText('compose windows')).toBeDefined();
  expect(await screen.findByText('a notice')).toBeDefined();
  expect(screen.queryByText('batch panel')).toBeNull();
  await act(async () => job.set({} as never));
  expect(await screen.findByText('batch panel')).toBeDefined();
});
