import type { File } from '@bocau/contract/messages.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { PreviewOverlay } from '../preview-overlay.tsx';
import { openArchive } from './open-archive.ts';

vi.mock('./open-archive.ts', { spy: true });

const FILE = { id: 'f1', name: 'ho-so.zip', content_type: 'application/zip', size: 100 } as File;

test('TD-24 Escape on a file of an archive leads to its list first, and then out', async () => {
  await speak('vi');
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(1)));
  const unpack = async () => new TextEncoder().encode('Kính gửi');
  const files = [{ path: 'thu/doc.txt', size: 8, isLocked: false, unpack }];
  vi.mocked(openArchive).mockReturnValue({ files, isCut: false });
  const onClose = vi.fn();
  const { user } = await renderPart(<PreviewOverlay files={[FILE]} start={0} onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: /doc\.txt/ }));
  expect(await screen.findByText('Kính gửi')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: /doc\.txt/ })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
