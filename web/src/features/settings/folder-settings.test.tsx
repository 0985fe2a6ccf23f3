import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { useLocation } from '../../router/router.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { FolderSettings } from './folder-settings.tsx';

beforeEach(() => {
  speak('en');
  notices.set([]);
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function pageAt(at: string) {
  await renderPart(
    <>
      <FolderSettings />
      <Address />
    </>,
    { at },
  );
  await waitFor(() => expect(screen.getByText('/setting/folders', { exact: true })).toBeTruthy());
}

test('FO-12 a folder command of a link that is not known shows "coming soon", and nothing else happens', async () => {
  await pageAt('/setting/folders?do=merge');
  expect(notices.get().map(({ text }) => text)).toEqual(['This is coming soon.']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('FO-12 one that is known runs', async () => {
  await pageAt('/setting/folders?do=new');
  expect(await screen.findByRole('dialog', { name: 'New folder' })).toBeTruthy();
  expect(notices.get()).toEqual([]);
});
