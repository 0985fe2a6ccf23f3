import type { ApiClient } from '@bocau/contract/client.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { drive as vietnamese } from '../../i18n/vi/drive.ts';
import type { DriveModel } from '../../model/drive/drive-model.ts';
import { entryOf } from '../../model/drive/test-kit/fake-drive.ts';
import { DriveModelContext } from '../../parts/drive/use-drive.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderDrive } from '../../test-kit/render-drive.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { VersionList } from './version-list.tsx';

beforeAll(() => learnWords('vi', { drive: vietnamese }));
beforeEach(() => {
  speak('vi');
  localStorage.clear();
  notices.set([]);
});

const ENTRIES = [
  entryOf('work', { name: 'Hợp đồng', type: 'folder' }),
  entryOf('a', { name: 'báo giá.xlsx' }),
  entryOf('in', { name: 'phụ lục.txt', parent_id: 'work' }),
];
const grid = (name: string) => screen.findByRole('grid', { name });
const focused = () => document.activeElement;
/** The region beside the list as a screen reader names it, while there is no list. */
const screenOf = (name: string) => screen.getByRole('region', { name });

/** A wide screen: details are beside the list, and its columns have headers. */
function isWide(): void {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
}

async function opened(given = ENTRIES, at?: string) {
  const part = await renderDrive(given, at);
  await waitFor(() => expect(part.names().length).toBeGreaterThan(0));
  act(() => screen.getByRole('grid').focus());
  return part;
}

test('whoever clicks elsewhere while a name is changed stays there, and their letters are no acts', async () => {
  const { user, files } = await opened();
  await user.keyboard('j{F2}');
  const search = screen.getByRole('searchbox');
  await user.click(search);
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  await user.keyboard('giá');
  expect(focused()).toBe(search);
  expect(search).toHaveProperty('value', 'giá');
  expect(files.calls).not.toContain('rename');
});

test.each(['{Enter}', '{Escape}'])('after a name is changed, %s leads back to the list', async (key) => {
  const { user } = await opened();
  await user.keyboard('j{F2}việc');
  await user.keyboard(key);
  await waitFor(async () => expect(focused()).toBe(await grid('Tệp của tôi')));
});

test('LY-7 into a folder, up by its path, and back: the keys stay with the list', async () => {
  const { user, router, settle } = await opened();
  await user.keyboard('{Home}{Enter}');
  await settle();
  expect(focused()).toBe(await grid('Hợp đồng'));
  const path = screen.getByRole('navigation', { name: vietnamese.breadcrumb });
  const up = within(path).getByRole('link');
  up.focus();
  await user.keyboard('{Enter}');
  await settle();
  expect(focused()).toBe(await grid('Tệp của tôi'));
  await act(() => router.navigate(-1));
  await settle();
  expect(focused()).toBe(await grid('Hợp đồng'));
});

test('while a list is on its way, and where nothing is in it, the page of the drive has the focus', async () => {
  const { user, files, settle } = await opened([entryOf('work', { name: 'Hợp đồng', type: 'folder' })]);
  const answer = files.holdAnswers();
  await user.keyboard('{Home}{Enter}');
  expect(focused()).toBe(screenOf('Kho tệp'));
  answer();
  await settle();
  await screen.findByText('Thư mục này còn trống');
  expect(focused()).toBe(screenOf('Hợp đồng'));
});

test('the last entry is deleted: the keys go on, and undo brings it back', async () => {
  const { user, names, settle } = await opened([entryOf('a')]);
  await user.keyboard('{Home}{Delete}');
  expect(names()).toEqual([]);
  expect(focused()).toBe(screenOf('Tệp của tôi'));
  await settle();
});

test('DV-3 the header that sorts keeps the focus while the sorted list is on its way', async () => {
  isWide();
  const { user, files, settle } = await opened();
  const answer = files.holdAnswers();
  const header = () => screen.getByRole('button', { name: /: Sửa lần cuối/ });
  header().focus();
  await user.keyboard('{Enter}');
  expect(focused()).toBe(header());
  answer();
  await settle();
  expect(focused()).toBe(header());
});

test('what was typed into the search is cleared, and the field goes on being typed into', async () => {
  const { user } = await opened();
  const search = screen.getByRole('searchbox');
  await user.type(search, 'g');
  await user.click(screen.getByRole('button', { name: vietnamese.search.clear }));
  expect(focused()).toBe(search);
});

test.each(['the list', 'the details'])(
  'details that are closed from %s lead back to the list',
  async (from) => {
    isWide();
    const { user } = await opened();
    await user.keyboard('ji');
    const panel = await screen.findByRole('complementary', { name: vietnamese.details.title });
    if (from === 'the details') within(panel).getByRole('button').focus();
    await user.keyboard('{Escape}');
    expect(focused()).toBe(await grid('Tệp của tôi'));
  },
);

test('an older version becomes the latest: the keys go on at the head of the versions', async () => {
  const versions = ['v2', 'v1'].map((id) => {
    return { id, created_at: 1, size: 1, author: 'Lan Anh', href: '', current: id === 'v2' };
  });
  const { user } = await renderPart(
    <DriveModelContext value={{ restoreVersion: async () => undefined } as unknown as DriveModel}>
      <VersionList file={entryOf('a')} />
    </DriveModelContext>,
    { api: { listVersions: async () => ({ data: versions }) } as unknown as Partial<ApiClient> },
  );
  (await screen.findByRole('button', { name: /^Khôi phục phiên bản/ })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(notices.get()).toHaveLength(1));
  expect(focused()).toBe(screen.getByRole('heading', { name: vietnamese.details.versions }));
});
