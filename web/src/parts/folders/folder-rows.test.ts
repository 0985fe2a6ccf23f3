import type { Folder } from '@bocau/contract/folders.ts';
import { describe, expect, test } from 'vitest';
import { mainRows, ownRows, threadsWithin } from './folder-rows.ts';
import { firstChosen, nextPickable, pickerRows } from './picker-rows.ts';

function folder(path: string, given: Partial<Folder> = {}): Folder {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    id: path,
    name,
    display_name: path,
    parentName: null,
    unread_threads: 0,
    total_threads: 0,
    icon: '',
    system: false,
    position: null,
    children: [],
    ...given,
  };
}

const system = ['INBOX', 'Sent', 'Drafts', 'Archive', 'Junk', 'Trash', 'WEBMAIL_SCHEDULED', 'webmail_period'];
const office = folder('Kế toán', {
  total_threads: 4,
  unread_threads: 1,
  children: [
    folder('Kế toán/Ngân hàng', {
      total_threads: 2,
      unread_threads: 2,
      children: [folder('Kế toán/Ngân hàng/Sao kê', { total_threads: 3 })],
    }),
  ],
});
const tree = [...system.map((name) => folder(name, { system: true })), folder('Đơn hàng'), office];

function withCounts(name: string, total: number, unread: number): Folder[] {
  return tree.map((each) =>
    each.name === name ? { ...each, total_threads: total, unread_threads: unread } : each,
  );
}

describe('the main folders', () => {
  test('LY-5 stand in their order, the send lists only when they hold something or are open', () => {
    const paths = mainRows(tree, 0, 'INBOX').map((row) => row.path);
    expect(paths).toEqual(['INBOX', 'Starred', 'Sent', 'Drafts', 'Archive', 'Junk', 'Trash']);
    expect(
      mainRows(tree, 0, 'webmail_period')
        .map((row) => row.path)
        .slice(-3),
    ).toEqual(['Junk', 'webmail_period', 'Trash']);
    const filled = withCounts('WEBMAIL_SCHEDULED', 1, 0).map((each) =>
      each.name === 'webmail_period' ? { ...each, total_threads: 2 } : each,
    );
    expect(mainRows(filled, 0, 'INBOX').map((row) => row.path)).toEqual([
      'INBOX',
      'Starred',
      'Sent',
      'Drafts',
      'WEBMAIL_SCHEDULED',
      'Archive',
      'Junk',
      'webmail_period',
      'Trash',
    ]);
  });

  test('LY-5 LY-6 what people put below Archive shows while it is open', () => {
    const nested = tree.map((each) =>
      each.name === 'Archive' ? { ...each, children: [folder('Archive/2025')] } : each,
    );
    const paths = (open: boolean) => mainRows(nested, 0, null, () => open).map((row) => row.path);
    expect(paths(false)).not.toContain('Archive/2025');
    expect(paths(true).slice(4, 7)).toEqual(['Archive', 'Archive/2025', 'Junk']);
  });

  test('LY-10 count what is unread, Drafts all it has', () => {
    const count = (name: string, folders: Folder[]) =>
      mainRows(folders, 7, null).find((row) => row.path === name)?.count;
    expect(count('INBOX', withCounts('INBOX', 9, 5))).toBe(5);
    expect(count('Drafts', withCounts('Drafts', 3, 0))).toBe(3);
    expect(count('Starred', tree)).toBe(7);
  });
});

describe('the own folders', () => {
  test('LY-6 show what lies below a folder while it is open', () => {
    const paths = (open: string[]) => ownRows(tree, (id) => open.includes(id)).map((row) => row.path);
    expect(paths([])).toEqual(['Đơn hàng', 'Kế toán']);
    expect(paths(['Kế toán'])).toEqual(['Đơn hàng', 'Kế toán', 'Kế toán/Ngân hàng']);
    expect(paths(['Kế toán/Ngân hàng'])).toEqual(['Đơn hàng', 'Kế toán']);
  });

  test('FO-8 count all that would be deleted with a folder', () => {
    expect(threadsWithin(office)).toBe(9);
  });
});

describe('the folder picker', () => {
  const rows = (typed: string, disabledPaths: string[] = [], hiddenPaths: string[] = []) =>
    pickerRows(tree, { typed, disabledPaths, hiddenPaths, words: (each) => each.name });

  test('FO-3 SB-7 leaves out the send lists and what it is told to hide', () => {
    const paths = rows('', [], ['Drafts']).map((row) => row.folder.display_name);
    expect(paths.slice(0, 4)).toEqual(['INBOX', 'Sent', 'Archive', 'Junk']);
    expect(paths).not.toContain('WEBMAIL_SCHEDULED');
    expect(paths).not.toContain('webmail_period');
  });

  test('finds by typing without marks and keeps the way to what it found', () => {
    const found = rows('ngan').map(({ folder: { name }, pickable, depth }) => [name, pickable, depth]);
    expect(found).toEqual([
      ['Kế toán', false, 0],
      ['Ngân hàng', true, 1],
    ]);
    expect(rows('don hang').map((row) => row.folder.name)).toEqual(['Đơn hàng']);
  });

  test('nothing is thrown away by Enter alone', () => {
    const all = rows('', ['INBOX', 'Sent', 'Drafts', 'Archive']);
    expect(all[nextPickable(all, -1, 1)]?.folder.name).toBe('Junk');
    expect(all[firstChosen(all, '')]?.folder.name).toBe('Đơn hàng');
    const junk = rows('junk');
    expect(junk[firstChosen(junk, 'junk')]?.folder.name).toBe('Junk');
  });

  test('the arrows pass over what can not be picked, and go round', () => {
    const all = rows('', ['INBOX', 'Sent']);
    expect(all[nextPickable(all, -1, 1)]?.folder.name).toBe('Drafts');
    expect(all[nextPickable(all, 2, -1)]?.folder.name).toBe('Sao kê');
    expect(nextPickable(rows('zzz'), -1, 1)).toBe(-1);
  });
});
