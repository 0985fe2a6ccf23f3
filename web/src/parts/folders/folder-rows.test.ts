import type { Folder } from '@bocau/contract/folders.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { describe, expect, test } from 'vitest';
import { listOfRow, mainRows, ownRows, threadsWithin } from './folder-rows.ts';
import { firstChosen, foundRows, nextPickable, pickerRows } from './picker-rows.ts';

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
    const paths = mainRows(tree, { starredUnread: 0, waiting: 0 }, 'INBOX').map((row) => row.path);
    expect(paths).toEqual(['INBOX', 'Starred', 'Sent', 'Drafts', 'Archive', 'Junk', 'Trash']);
    expect(
      mainRows(tree, { starredUnread: 0, waiting: 0 }, 'webmail_period')
        .map((row) => row.path)
        .slice(-3),
    ).toEqual(['Junk', 'webmail_period', 'Trash']);
    const filled = withCounts('WEBMAIL_SCHEDULED', 1, 0).map((each) =>
      each.name === 'webmail_period' ? { ...each, total_threads: 2 } : each,
    );
    expect(mainRows(filled, { starredUnread: 0, waiting: 0 }, 'INBOX').map((row) => row.path)).toEqual([
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
    const paths = (open: boolean) =>
      mainRows(nested, { starredUnread: 0, waiting: 0 }, null, () => open).map((row) => row.path);
    expect(paths(false)).not.toContain('Archive/2025');
    expect(paths(true).slice(4, 7)).toEqual(['Archive', 'Archive/2025', 'Junk']);
  });

  test('FU-15 what waits for an answer is listed with its count, while there is some or it is shown', () => {
    const rows = (waiting: number, shown: string | null = null) =>
      mainRows(tree, { starredUnread: 0, waiting }, shown).filter(({ path }) => path === WAITING);
    expect(rows(0)).toEqual([]);
    expect(rows(0, WAITING)).toHaveLength(1);
    expect(rows(3)).toMatchObject([{ count: 3, counts: 'total' }]);
    expect(rows(3).map(listOfRow)).toEqual([{ kind: 'label', id: WAITING }]);
  });

  test('LY-10 count what is unread, Drafts all it has', () => {
    const count = (name: string, folders: Folder[]) =>
      mainRows(folders, { starredUnread: 7, waiting: 0 }, null).find((row) => row.path === name)?.count;
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
  const words = (each: Folder) => each.name;
  const rows = (disabledPaths: string[] = [], hiddenPaths: string[] = []) =>
    pickerRows(tree, { disabledPaths, hiddenPaths, words });
  const find = (
    typed: string,
    given: { among?: Folder[]; disabledPaths?: string[]; recent?: Folder[] } = {},
  ) =>
    foundRows(given.among ?? tree, {
      ...{ typed, words, path: (each: Folder) => each.display_name },
      ...{ disabledPaths: [], hiddenPaths: [], recent: [], ...given },
    });

  test('FO-3 SB-7 leaves out the send lists and what it is told to hide', () => {
    const paths = rows([], ['Drafts']).map((row) => row.folder.display_name);
    expect(paths.slice(0, 4)).toEqual(['INBOX', 'Sent', 'Archive', 'Junk']);
    expect(paths).not.toContain('WEBMAIL_SCHEDULED');
    expect(paths).not.toContain('webmail_period');
  });

  test('FO-1 a folder gets its order, the value that is picked, whether it is open and whether it is disabled', () => {
    const shuffled = tree.toReversed();
    const order = rows().map((row) => row.folder.display_name);
    expect(pickerRows(shuffled, { disabledPaths: [], hiddenPaths: [], words }).slice(0, 6)).toEqual(
      rows().slice(0, 6),
    );
    expect(order.slice(-4)).toEqual(['Đơn hàng', 'Kế toán', 'Kế toán/Ngân hàng', 'Kế toán/Ngân hàng/Sao kê']);
    const [, sent] = rows(['Sent']);
    expect(sent).toMatchObject({ key: 'Sent', pickable: false, folder: { id: 'Sent' } });
    expect(rows(['Sent']).filter(({ pickable }) => !pickable)).toHaveLength(1);
    const isOpen = (id: string) => id === 'Kế toán';
    expect(ownRows(tree, isOpen).map(({ path, depth }) => [path, depth])).toEqual([
      ['Đơn hàng', 0],
      ['Kế toán', 0],
      ['Kế toán/Ngân hàng', 1],
    ]);
  });

  test('finds by typing without marks, by the name or by the path, and says the whole path', () => {
    expect(find('ngan').map((row) => row.words)).toEqual(['Kế toán/Ngân hàng', 'Kế toán/Ngân hàng/Sao kê']);
    expect(find('don hang').map((row) => row.words)).toEqual(['Đơn hàng']);
    expect(find('ke toan sao').map((row) => row.words)).toEqual(['Kế toán/Ngân hàng/Sao kê']);
  });

  test('puts the name that was typed first, then those that begin so, and of equal ones the recent', () => {
    const named = [
      'Hợp đồng kế toán',
      'Báo cáo của toán kế',
      'Kế toán 2025',
      'Kế toán 2026',
      'Đối tác',
      'Kế toán',
    ];
    const among = named.map((name) => folder(name));
    const found = (recent: Folder[]) => find('ke toan', { among, recent }).map((row) => row.folder.name);
    expect(found([])).toEqual([
      'Kế toán',
      'Kế toán 2025',
      'Kế toán 2026',
      'Hợp đồng kế toán',
      'Báo cáo của toán kế',
    ]);
    expect(found(among.slice(3, 4)).slice(0, 3)).toEqual(['Kế toán', 'Kế toán 2026', 'Kế toán 2025']);
  });

  test('picks nothing by Enter where the folder that was named is the one that the mail is in', () => {
    const among = ['Kế toán cũ', 'Kế toán', 'Kế hoạch'].map((name) => folder(name));
    const chosen = (typed: string) => {
      const found = find(typed, { among, disabledPaths: ['Kế toán'] });
      return found[firstChosen(found, typed)]?.folder.name ?? null;
    };
    expect(chosen('ke toan')).toBeNull();
    expect(chosen('ke')).toBe('Kế toán cũ');
    expect(chosen('ke h')).toBe('Kế hoạch');
  });

  test('nothing is thrown away by Enter alone', () => {
    const all = rows(['INBOX', 'Sent', 'Drafts', 'Archive']);
    expect(all[nextPickable(all, -1, 1)]?.folder.name).toBe('Junk');
    expect(all[firstChosen(all, '')]?.folder.name).toBe('Đơn hàng');
    const junk = find('junk');
    expect(junk[firstChosen(junk, 'junk')]?.folder.name).toBe('Junk');
  });

  test('the arrows pass over what can not be picked, and go round', () => {
    const all = rows(['INBOX', 'Sent']);
    expect(all[nextPickable(all, -1, 1)]?.folder.name).toBe('Drafts');
    expect(all[nextPickable(all, 2, -1)]?.folder.name).toBe('Sao kê');
    expect(nextPickable(find('zzz'), -1, 1)).toBe(-1);
  });
});
