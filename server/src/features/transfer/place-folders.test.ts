import { LIMITS } from '@bocau/contract/limits.ts';
import { describe, expect, test } from 'vitest';
import { placeOf } from './place-folders.ts';

describe('a foreign folder', () => {
  test.each([
    [[], { system: 'INBOX' }],
    [['inbox'], { system: 'INBOX' }],
    [['Sent Items'], { system: 'Sent' }],
    [['INBOX', 'Sent'], { system: 'Sent' }],
    [['Đã gửi'.normalize('NFD')], { system: 'Sent' }],
    [['SPAM'], { system: 'Junk' }],
    [['Deleted Items'], { system: 'Trash' }],
    [['Draft'], { system: 'Drafts' }],
    [['Archives'], { system: 'Archive', called: 'Archives' }],
    [['Lưu trữ'], { system: 'Archive', called: 'Lưu trữ' }],
    [['INBOX', 'Archive', '2024'], { path: ['Archive', '2024'] }],
    [['Khách hàng', 'Minh Phát'], { path: ['Khách hàng', 'Minh Phát'] }],
    [['Sent', '2020', 'Q1'], { path: ['Sent 2020', 'Q1'] }],
    [['Starred'], { path: ['Starred 2'] }],
    [['Recurring'], { path: ['Recurring 2'] }],
    [['a/b', ' ', 'c'], { path: ['a-b', 'c'] }],
  ])('%j goes to %j', (parts, place) => {
    expect(placeOf(parts)).toEqual(place);
  });

  test('that lies too deep or has too long a name goes as deep and is as long as folders may be', () => {
    const place = placeOf(Array.from({ length: 20 }, () => 'x'.repeat(300)));
    expect(place).toEqual({
      path: Array.from({ length: LIMITS.folderDepth }, () => 'x'.repeat(LIMITS.folderNameLength)),
    });
  });
});
