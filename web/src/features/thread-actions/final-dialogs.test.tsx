import type { Thread } from '@bocau/contract/threads.ts';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { DeleteForGoodDialog } from './final-dialogs.tsx';

function Dialog({ threads, onClose }: { threads: Thread[]; onClose(): void }) {
  const model = useMailModel();
  const target = { model, list: { kind: 'folder', path: 'Trash' } as const, threads, whole: null };
  return <DeleteForGoodDialog target={target} onClose={onClose} />;
}

async function show(count: number) {
  const onClose = vi.fn();
  const threads = Array.from({ length: count }, (_, at) =>
    threadOf({ id: `t${at}`, mailbox_name: 'Trash', subject: 'Báo giá' }),
  );
  return { ...(await renderPart(<Dialog threads={threads} onClose={onClose} />)), onClose };
}

describe.each([
  ['vi', { one: 'Xóa vĩnh viễn 1 hội thoại?', two: 'Xóa vĩnh viễn 2 hội thoại?', cancel: 'Hủy' }],
  [
    'en',
    {
      one: 'Permanently delete 1 conversation?',
      two: 'Permanently delete 2 conversations?',
      cancel: 'Cancel',
    },
  ],
] as const)('deleting permanently in %s', (language, words) => {
  test('asks about one conversation, by its subject', async () => {
    await speak(language);
    await show(1);
    expect(await screen.findByRole('dialog', { name: words.one })).toBeTruthy();
    expect(screen.getByText(/Báo giá/)).toBeTruthy();
  });

  test('asks about several, by their number', async () => {
    await speak(language);
    await show(2);
    expect(await screen.findByRole('dialog', { name: words.two })).toBeTruthy();
  });

  test('has the focus on the way back, which deletes nothing', async () => {
    await speak(language);
    const { user, onClose, server } = await show(1);
    const cancel = await screen.findByRole('button', { name: words.cancel });
    await vi.waitFor(() => expect(document.activeElement).toBe(cancel));
    await user.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.calls.filter(({ name }) => name === 'deleteThreads')).toEqual([]);
  });
});
