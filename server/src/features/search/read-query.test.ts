import { describe, expect, test } from 'vitest';
import { type Criteria, readQuery, type SearchInput } from './read-query.ts';

const NOTHING: Criteria = readQuery({});
const texts = (given: Partial<Criteria['texts']>) => ({ texts: { ...NOTHING.texts, ...given } });
const folder = (name: string, typed: boolean) => ({ folders: [{ name, typed }] });
/** The first second of 5 January 2026 in Viet Nam. */
const JANUARY_5 = Date.UTC(2026, 0, 4, 17) / 1000;
const MB = 1024 * 1024;

describe('SB-12 what is typed in the search bar', () => {
  test.each<[string, Partial<Criteria>]>([
    ['', {}],
    ['   ', {}],
    ['hợp đồng', texts({ any: ['hợp đồng'] })],
    ['from:lan', texts({ from: ['lan'] })],
    ['FROM:lan', texts({ from: ['lan'] })],
    ['from:"Lan Anh" báo giá', texts({ from: ['Lan Anh'], any: ['báo giá'] })],
    ['from:"Lan Anh', texts({ from: ['Lan Anh'] })],
    ['from:a@b.vn to:c@d.vn', texts({ from: ['a@b.vn'], to: ['c@d.vn'] })],
    ['from:a from:b', texts({ from: ['a', 'b'] })],
    ['subject:họp', texts({ subject: ['họp'] })],
    ['from:', {}],
    ['from:""', {}],
    ['"thư mời" họp', texts({ any: ['"thư mời" họp'] })],
    ['has:attachment', { attachment: true }],
    ['has:attachments', { attachment: true }],
    ['has:wings', texts({ any: ['has:wings'] })],
    ['is:unread', { read: false }],
    ['is:read', { read: true }],
    ['is:starred', { starred: true }],
    ['is:read is:unread', { read: false, impossible: true }],
    ['is:late', texts({ any: ['is:late'] })],
    ['in:Trash', folder('Trash', true)],
    ['in:"Khách hàng/Minh Phát"', folder('Khách hàng/Minh Phát', true)],
    ['before:2026-01-05', { until: JANUARY_5 - 1 }],
    ['after:2026-01-05', { since: JANUARY_5 }],
    ['after:05/01/2026', { since: JANUARY_5 }],
    ['after:5/1/2026 before:6/1/2026', { since: JANUARY_5, until: JANUARY_5 + 86_399 }],
    ['after:2026-02-31', texts({ any: ['after:2026-02-31'] })],
    ['after:yesterday', texts({ any: ['after:yesterday'] })],
    ['larger:5M', { largerThan: 5 * MB }],
    ['larger:5mb smaller:200K', { largerThan: 5 * MB, smallerThan: 200 * 1024 }],
    ['larger:5M larger:1M', { largerThan: 5 * MB }],
    ['larger:big', texts({ any: ['larger:big'] })],
    ['từ:lan HOẶC từ:"Hà Phạm"', { choices: [{ place: 'from', texts: ['lan', 'Hà Phạm'] }] }],
    ['báo giá HOẶC hợp đồng', { choices: [{ place: 'any', texts: ['báo giá', 'hợp đồng'] }] }],
    [
      'kho có:tệp báo giá OR đơn từ:lan hàng',
      {
        ...texts({ from: ['lan'], any: ['kho', 'hàng'] }),
        choices: [{ place: 'any', texts: ['báo giá', 'đơn'] }],
        attachment: true,
      },
    ],
    ['kho OR', texts({ any: ['kho OR'] })],
    [
      'kho -"bản nháp" -từ:lan',
      {
        ...texts({ any: ['kho'] }),
        excluded: [
          { place: 'any', text: '"bản nháp"' },
          { place: 'from', text: 'lan' },
        ],
      },
    ],
    ['-có:tệp -là:chưa đọc', { attachment: false, read: true }],
    ['-lớn hơn:1MB -sau:5/1/2026', { smallerThan: MB, until: JANUARY_5 - 1 }],
    ['-trong:"Dự án"', { excludedFolders: ['Dự án'] }],
    ['constructor:x toString:y __proto__:z', texts({ any: ['constructor:x toString:y __proto__:z'] })],
    ['https://minhphat.example/a', texts({ any: ['https://minhphat.example/a'] })],
    ['lúc 10:30', texts({ any: ['lúc 10:30'] })],
  ])('%j', (q, expected) => {
    expect(readQuery({ q })).toEqual({ ...NOTHING, ...expected });
  });
});

describe('SB-8 SB-9 SB-10 SB-12 the parameters', () => {
  test.each<[SearchInput, Partial<Criteria>]>([
    [{ from_addr: 'a@b.vn', to_addr: 'c@d.vn' }, texts({ from: ['a@b.vn'], to: ['c@d.vn'] })],
    [{ subject: 'họp', term: 'hợp đồng' }, texts({ subject: ['họp'], term: ['hợp đồng'] })],
    [{ folder: 'Trash' }, folder('Trash', false)],
    [{ size: 'over:5M' }, { largerThan: 5 * MB }],
    [{ size: 'under:200K' }, { smallerThan: 200 * 1024 }],
    [
      { start_date: 10, end_date: 20 },
      { since: 10, until: 20 },
    ],
    [
      { has_attachment: false, is_star: true, is_read: false },
      { attachment: false, starred: true, read: false },
    ],
    [
      { is_read: true, q: 'is:unread' },
      { read: false, impossible: true },
    ],
    [{ sort: 'defaultSort' }, { byRelevance: true }],
    [{ sort: 'date' }, {}],
    [{ subject: 'họp', q: 'subject:"đầu năm" kho' }, texts({ subject: ['họp', 'đầu năm'], any: ['kho'] })],
  ])('%j', (input, expected) => {
    expect(readQuery(input)).toEqual({ ...NOTHING, ...expected });
  });
});
