import type { Folder } from '@bocau/contract/folders.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { useLocation } from '../../router/router.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { DeleteFolder } from './delete-folder.tsx';

const Address = () => <output>{useLocation().pathname}</output>;

/** The server refuses to delete the inbox, as it does any folder that has mail. */
async function ask(given: Partial<Folder>, rules: Partial<Rule>[] = []) {
  await speak('vi');
  const onClose = vi.fn();
  const listRules = vi.fn(async () => ({ data: rules }));
  const view = await renderPart(null, { api: { listRules } as never });
  view.server.mailbox.receive({});
  const inbox = view.model.folderByPath('INBOX') as Folder;
  view.rerender(
    <>
      <DeleteFolder folder={{ ...inbox, ...given }} onClose={onClose} />
      <Address />
    </>,
  );
  const deletions = () => view.server.calls.filter(({ name }) => name === 'deleteFolder').length;
  return { ...view, onClose, deletions, listRules };
}

const EMPTY = { display_name: 'Khách hàng', total_threads: 0, children: [] };

describe('deleting a folder', () => {
  test('FO-8 asks about an empty one too, and the safe choice has the focus', async () => {
    const { user, onClose, deletions } = await ask(EMPTY);
    expect(screen.queryByRole('radio')).toBeNull();
    const cancel = screen.getByRole('button', { name: 'Hủy' });
    expect(cancel.hasAttribute('data-autofocus')).toBe(true);
    await user.click(cancel);
    expect([onClose.mock.calls.length, deletions()]).toEqual([1, 0]);
  });

  test('FO-8 offers to move the mail of one that has some, or to delete all of it', async () => {
    const { user, deletions } = await ask({ ...EMPTY, total_threads: 3 });
    const [move, remove] = screen.getAllByRole('radio') as [HTMLInputElement, HTMLInputElement];
    expect(move.checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Chuyển thư và xóa thư mục' })).toBeTruthy();
    await user.click(remove);
    expect(screen.getByRole('button', { name: 'Xóa thư mục và 3 hội thoại' })).toBeTruthy();
    expect(deletions()).toBe(0);
  });

  test('FO-10 closes and says that it is not empty where the server knows of mail in it', async () => {
    const { user, clock, onClose, deletions } = await ask(EMPTY);
    await user.click(screen.getByRole('button', { name: 'Xóa thư mục' }));
    await clock.advance(50);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(deletions()).toBe(1);
    expect(notices.get().at(-1)).toMatchObject({
      tone: 'danger',
      text: expect.stringContaining('Khách hàng'),
    });
  });

  test('FO-14 says how many filters that are on moved mail into it or a folder inside, and leads to them', async () => {
    const into = (value: string, is_enable = true) => ({
      is_enable,
      sieve_json: JSON.stringify({
        conditions: [],
        actions: [{ enable: true, type: 'fileinto', value }],
      }),
    });
    const inside = { ...EMPTY, id: 'con', display_name: 'Khách hàng/Cũ' } as unknown as Folder;
    const rules = [into('con'), into('cha'), into('khác'), into('cha', false)];
    const { user, model, listRules } = await ask({ ...EMPTY, id: 'cha', children: [inside] }, rules);
    vi.spyOn(model, 'deleteFolder').mockResolvedValue();
    await vi.waitFor(() => expect(listRules).toHaveBeenCalledOnce());
    await user.click(screen.getByRole('button', { name: 'Xóa thư mục' }));
    await vi.waitFor(() =>
      expect(notices.get().at(-1)).toMatchObject({
        text: 'Đã xóa thư mục Khách hàng. 2 bộ lọc chuyển thư vào đó: thư khớp sẽ nằm lại Hộp thư đến.',
        action: { label: 'Bộ lọc' },
      }),
    );
    notices.get().at(-1)?.action?.run();
    expect(notices.get().filter(({ action }) => action !== null)).toEqual([]);
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('/setting/customfilters'));
  });
});
