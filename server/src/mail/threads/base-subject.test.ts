import { describe, expect, test } from 'vitest';
import { baseSubject } from './base-subject.ts';

describe('the base subject', () => {
  test.each([
    ['Báo giá tháng 11', 'báo giá tháng 11'],
    ['Re: Báo giá tháng 11', 'báo giá tháng 11'],
    ['RE: FW: Fwd: Báo giá tháng 11', 'báo giá tháng 11'],
    ['Trả lời: Báo giá tháng 11', 'báo giá tháng 11'],
    ['Chuyển tiếp: Trả lời: Báo giá  tháng 11', 'báo giá tháng 11'],
    ['Re[2]: Báo giá tháng 11', 'báo giá tháng 11'],
    ['Re (3): Báo giá tháng 11', 'báo giá tháng 11'],
    ['[ke-toan] Re: [ke-toan] Báo giá tháng 11', 'báo giá tháng 11'],
    ['[EXT] **SPOOF** Báo giá tháng 11', 'báo giá tháng 11'],
    ['Báo giá tháng 11 (fwd)', 'báo giá tháng 11'],
    ['[ke-toan]', '[ke-toan]'],
    ['Re: [ke-toan]', '[ke-toan]'],
    ['Re:', ''],
    ['', ''],
    ['Reply to you', 'reply to you'],
    ['Ref số 12', 'ref số 12'],
  ])('of %j is %j', (subject, base) => {
    expect(baseSubject(subject)).toBe(base);
  });

  test('is the same for composed and decomposed Vietnamese', () => {
    expect(baseSubject('Hợp đồng'.normalize('NFD'))).toBe(baseSubject('HỢP ĐỒNG'));
  });

  test('comes soon for a subject made of nothing but marks', () => {
    expect(baseSubject('Re: '.repeat(100_000))).toBe('');
    expect(baseSubject(`${'['.repeat(100_000)}`)).toMatch(/^\[+$/);
  });
});
