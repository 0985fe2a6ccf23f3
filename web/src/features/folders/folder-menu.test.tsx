import type { Folder } from '@bocau/contract/folders.ts';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { FolderMenu } from './folder-menu.tsx';
import { spotBeside } from './folder-spots.ts';
import { MoveFolder } from './move-folder.tsx';
import { usePlaceFolder } from './use-place-folder.ts';

const PLACE = { left: 0, top: 0, width: 0, height: 0 };
let own: string[] = [];

function Shown({ name, dialog }: { name: string; dialog: boolean }) {
  const tree = useMailbox((model) => model.folders());
  const folder = tree.find((each) => each.name === name) as Folder;
  if (dialog) return <MoveFolder folder={folder} onClose={() => undefined} />;
  return <FolderMenu folder={folder} place={PLACE} onClose={() => undefined} />;
}

async function show(name: string, dialog = false) {
  return renderPart(<Shown name={name} dialog={dialog} />);
}

beforeEach(() => notices.set([]));

const entries = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

describe.each([
  ['vi', { move: 'Chuyển thư mục', up: 'Đưa lên trên', down: 'Đưa xuống dưới', inside: 'Thư mục con mới' }],
  ['en', { move: 'Move folder', up: 'Move up', down: 'Move down', inside: 'New subfolder' }],
] as const)('the menu of a folder in %s', (language, words) => {
  test('of the first folder has no way up', async () => {
    await speak(language);
    await show('Work');
    expect(entries()).toEqual(expect.arrayContaining([words.move, words.down]));
    expect(entries()).not.toContain(words.up);
  });

  test('of the last folder has no way down, and that of Archive only a new subfolder', async () => {
    await speak(language);
    const { unmount } = await show('Home');
    expect(entries()).toContain(words.up);
    expect(entries()).not.toContain(words.down);
    unmount();
    await show('Archive');
    expect(entries()).toEqual([words.inside]);
  });
});

function Down() {
  const tree = useMailbox((model) => model.folders());
  const put = usePlaceFolder();
  const folder = tree.find((each) => each.name === 'Work') as Folder;
  own = tree.filter((each) => !each.system).map((each) => each.name);
  const spot = spotBeside(tree, folder, 1);
  return (
    <button type="button" onClick={() => spot && void put(folder, spot)}>
      down
    </button>
  );
}

test('FO-1 a folder that was given another place is said to be, and is taken back', async () => {
  await speak('en');
  const { user, clock } = await renderPart(<Down />);
  await user.click(screen.getByRole('button'));
  await clock.advance(50);
  await vi.waitFor(() => expect(own).toEqual(['Home', 'Work']));
  await vi.waitFor(() => expect(notices.get().at(-1)?.text).toBe('Changed the order of Work'));
  const undone = notices.get().at(-1)?.undo?.();
  await clock.advance(50);
  await undone;
  await vi.waitFor(() => expect(own).toEqual(['Work', 'Home']));
});

test('FO-3 a folder is moved into own folders and Archive, not into itself or other system folders', async () => {
  await speak('en');
  const { user, clock, server } = await show('Home', true);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Archive', 'Work']);
  expect(screen.queryByRole('button', { name: 'Move to the top level' })).toBeNull();
  await user.type(screen.getByRole('combobox'), 'wo{Enter}');
  await clock.advance(50);
  const call = server.calls.find(({ name }) => name === 'placeFolder');
  expect(call?.input).toEqual({ body: { folder_id: 'home', parent_id: 'work' } });
});
