import type { Thread } from '@bocau/contract/threads.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { moveTo } from './acts.ts';
import { MovePicker } from './move-picker.tsx';

function Picker({ onDone, onModel }: { onDone(): void; onModel?: (target: ActTarget) => void }) {
  const model = useMailModel();
  const threads: Thread[] = [threadOf({ id: 't1', folder_id: 'inbox', mailbox_name: 'INBOX' })];
  const target: ActTarget = { model, list: { kind: 'folder', path: 'INBOX' }, threads, whole: null };
  onModel?.(target);
  return <MovePicker target={target} onDone={onDone} />;
}

test('the folders that mail was moved to last come first, but never Trash', async () => {
  await speak('vi');
  let target: ActTarget | null = null;
  const { rerender, model } = await renderPart(
    <Picker onDone={vi.fn()} onModel={(given) => (target = given)} />,
  );
  for (const path of ['Work', 'Home', 'Trash']) {
    const folder = model.folderByPath(path);
    if (folder && target) moveTo(target, folder, path);
  }
  rerender(<Picker key="again" onDone={vi.fn()} />);
  const words = screen.getAllByRole('option').map((option) => option.textContent);
  expect(words.slice(0, 2)).toEqual(['Home', 'Work']);
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true');
});

test('a folder that is missing is made here, and the mail goes there', async () => {
  await speak('vi');
  const onDone = vi.fn();
  const { user, server } = await renderPart(<Picker onDone={onDone} />);
  await user.type(screen.getByRole('combobox'), 'Hợp đồng');
  await user.click(screen.getByRole('button', { name: 'Tạo thư mục “Hợp đồng”' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.calls.map(({ name }) => name)).toContain('createFolder');
  await waitFor(() => expect(server.calls.map(({ name }) => name)).toContain('moveThreads'));
});

test('what was typed is filed by Enter where it is the name, not where it only stands in it', async () => {
  await speak('vi');
  const onDone = vi.fn();
  const { user, server, model } = await renderPart(<Picker onDone={onDone} />);
  for (const name of ['Báo cáo kế toán', 'Kế toán']) await model.createFolder({ name, display_name: name });
  await user.type(screen.getByRole('combobox'), 'ke toan');
  const [first, second] = screen.getAllByRole('option');
  expect(first?.textContent).toBe('Kế toán');
  expect([...(second?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual([
    'kế',
    'toán',
  ]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.calls.map(({ name }) => name)).toContain('moveThreads'));
  const moved = server.calls.find(({ name }) => name === 'moveThreads');
  expect(JSON.stringify(moved?.input)).toContain(model.folderByPath('Kế toán')?.id);
});
