import type { DriveFile } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { expect, test } from 'vitest';
import { inOrder, nextOrder, onlyLinks } from './choice.ts';

const MB = 1024 * 1024;

function file(given: Partial<DriveFile>): DriveFile {
  return {
    ...{ id: 'f', fileid: 'f', name: 'a.pdf', display_name: '/a.pdf', type: 'file', size: MB, href: '/f' },
    ...{
      parent_id: null,
      owner: 'lan@x.example',
      owner_display_name: 'Lan',
      created_at: 1,
      last_modified: 1,
    },
    prop: { favorite: false, shared: false, permission: 'OWNER' },
    ...given,
  };
}

test.each([
  ['one of 25 MB', [file({ size: LIMITS.attachmentBytes })], 0, null],
  ['one over 25 MB', [file({ size: LIMITS.attachmentBytes + 1 })], 0, 'one_large'],
  ['two of 20 MB', [file({ size: 20 * MB }), file({ size: 20 * MB })], 0, null],
  ['two of 20 MB beside another', [file({ size: 20 * MB }), file({ size: 20 * MB })], 1, 'all_large'],
  ['a folder', [file({ type: 'folder', size: 0 })], 0, 'folder'],
  [
    'an infected one',
    [file({ prop: { favorite: false, shared: false, permission: 'OWNER', has_virus: true } })],
    0,
    'infected',
  ],
] as const)('DV-7 DV-8 %s: only links', (_, files, attached, because) => {
  expect(onlyLinks(files, attached)).toBe(because);
});

test('DV-3 sizes and times start with the largest and the latest, names from A; again reverses', () => {
  expect(nextOrder(null, 'size')).toEqual({ key: 'size', descending: true });
  expect(nextOrder({ key: 'name', descending: false }, 'last_modified').descending).toBe(true);
  expect(nextOrder({ key: 'size', descending: true }, 'size').descending).toBe(false);
  expect(nextOrder({ key: 'size', descending: true }, 'name').descending).toBe(false);
  expect(nextOrder({ key: 'name', descending: false }, 'name').descending).toBe(true);
});

test('DV-3 folders stand before files, numbers in names count as numbers', () => {
  const files = [
    file({ id: '10', name: 'Tệp 10', size: 1 }),
    file({ id: '2', name: 'Tệp 2', size: 1 }),
    file({ id: 'd', name: 'Ảnh', type: 'folder' }),
    file({ id: 'big', name: 'An', size: 9 }),
  ];
  const ids = (key: 'name' | 'size', descending: boolean) =>
    inOrder(files, { key, descending }).map(({ id }) => id);
  expect(ids('name', false)).toEqual(['d', 'big', '2', '10']);
  expect(ids('size', true)).toEqual(['d', 'big', '10', '2']);
});
