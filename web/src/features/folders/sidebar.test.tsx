import type { Folder } from '@bocau/contract/folders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { MailModelContext } from '../../parts/mailbox/use-mailbox.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { Sidebar } from './sidebar.tsx';

beforeAll(() => speak('vi'));
// React warns that a lazy part was waited for within act(), which is the only way to wait for it.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

function folder(path: string, given: Partial<Folder> = {}): Folder {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    ...{ id: path, name, display_name: path, parentName: null, unread_threads: 0, total_threads: 0 },
    ...{ icon: '', system: false, position: null, children: [] },
    ...given,
  };
}

const NO_LABELS: readonly Label[] = [];
const TREE = [
  folder('INBOX', { system: true }),
  folder('Sent', { system: true }),
  folder('Kế toán', {
    children: [folder('Kế toán/Ngân hàng', { children: [folder('Kế toán/Ngân hàng/Sao kê')] })],
  }),
];

test('LY-6 below the main folders the others show as a tree that opens and closes', async () => {
  const model = {
    subscribe: () => () => undefined,
    folders: () => TREE,
    labels: () => NO_LABELS,
    starredCounts: () => ({ unread_threads: 0, total_threads: 0 }),
    waiting: () => 0,
    quota: () => null,
  } as Partial<MailModel>;
  // The labels are a lazy part, which React waits for only inside of act().
  const { user } = await act(() =>
    renderPart(
      <MailModelContext value={model as MailModel}>
        <ComposeContext value={noCompose}>
          <Sidebar folded={false} inDrawer={false} />
        </ComposeContext>
      </MailModelContext>,
    ),
  );
  const [main, own] = screen.getAllByRole('list') as [HTMLElement, HTMLElement];
  const paths = () =>
    within(own)
      .getAllByRole('link')
      .map((link) => link.textContent);
  const toggle = (name: string) => screen.findByRole('button', { name });
  expect(main.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(paths()).toEqual(['Kế toán']);

  expect((await toggle('Mở rộng Kế toán')).getAttribute('aria-expanded')).toBe('false');
  await user.click(await toggle('Mở rộng Kế toán'));
  await user.click(await toggle('Mở rộng Ngân hàng'));
  expect(paths()).toEqual(['Kế toán', 'Ngân hàng', 'Sao kê']);
  expect((await toggle('Thu gọn Kế toán')).getAttribute('aria-expanded')).toBe('true');

  await user.click(await toggle('Thu gọn Kế toán'));
  expect(paths()).toEqual(['Kế toán']);
});
