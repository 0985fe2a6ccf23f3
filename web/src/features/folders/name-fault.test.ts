import type { Folder } from '@bocau/contract/folders.ts';
import { describe, expect, test } from 'vitest';
import { nameFault } from './name-fault.ts';

const taken = { id: '1', name: 'Hợp đồng' } as Folder;
const top = { siblings: [taken], atTop: true, own: null, systemNames: ['Hộp thư đến', 'Thùng rác'] };

describe('a folder name', () => {
  test.each([
    ['', 'required'],
    [' \u200b ', 'required'],
    ['a/b', 'slash'],
    ['a'.repeat(101), 'long'],
    ['hợp  ĐỒNG', 'exists'],
    ['hợp đồng'.normalize('NFD'), 'exists'],
    ['inbox', 'exists'],
    ['STARRED', 'exists'],
    ['Webmail_Period', 'exists'],
    ['hộp thư đến', 'exists'],
    ['Thùng rác', 'exists'],
    ['.', 'dots'],
    ['..', 'dots'],
    ['...', null],
    ['Hop dong', null],
    ['a'.repeat(100), null],
  ])('FO-6 %j: %s', (name, fault) => {
    expect(nameFault(name, top)).toBe(fault);
  });

  test('FO-6 may be that of a system folder below another one', () => {
    expect(nameFault('Inbox', { ...top, siblings: [], atTop: false })).toBeNull();
  });

  test('FO-6 may be changed in case, being its own', () => {
    expect(nameFault('hợp đồng', { ...top, own: taken })).toBeNull();
  });
});
