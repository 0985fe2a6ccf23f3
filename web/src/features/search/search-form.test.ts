import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayOf, endOfDay, startOfDay } from '../../parts/dates/local-days.ts';
import { EMPTY_FORM, formOfTerms, type SearchForm, termsOfForm } from './search-form.ts';
import { termsOfTyped, typedOfTerms } from './typed-terms.ts';

const FOLDERS = ['INBOX', 'Dự án/Nhà máy 2', 'Junk'];
function inZone(name: string) {
  beforeAll(() => {
    vi.stubEnv('TZ', name);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });
}

const FULL: SearchForm = {
  q: 'hợp đồng',
  from: 'hung@saomai.example',
  to: 'Lan Anh',
  subject: 'báo giá',
  term: 'thanh toán',
  folder: 'Dự án/Nhà máy 2',
  label: 'Khách hàng/FPT',
  sizeIs: 'under',
  size: '200',
  unit: 'K',
  firstDay: '2026-11-01',
  lastDay: '2026-11-20',
  read: 'false',
  starred: true,
  attachment: true,
  sort: 'defaultSort',
};

describe('in Viet Nam', () => {
  inZone('Asia/Ho_Chi_Minh');

  test('RT-3 SB-6 SB-8 SB-9 a filled form is an address, and the address is the form again', () => {
    const terms = termsOfForm(FULL);
    expect(terms).toEqual({
      q: 'hợp đồng',
      from_addr: 'hung@saomai.example',
      to_addr: 'Lan Anh',
      subject: 'báo giá',
      term: 'thanh toán',
      folder: 'Dự án/Nhà máy 2',
      label: 'Khách hàng/FPT',
      size: 'under:200K',
      start_date: '1793466000',
      end_date: '1795193999',
      is_read: 'false',
      is_star: 'true',
      has_attachment: 'true',
      sort: 'defaultSort',
    });
    expect(formOfTerms(terms, FOLDERS, 'en')).toEqual(FULL);
  });

  test('SB-10 SB-11 an empty form asks for nothing, with an order alone neither', () => {
    expect(termsOfForm(EMPTY_FORM)).toEqual({});
    expect(termsOfForm({ ...EMPTY_FORM, sort: 'defaultSort', from: '  ', size: '0' })).toEqual({});
  });

  test('SB-8 a size counts only above 0', () => {
    const sizeOf = (size: string) => termsOfForm({ ...EMPTY_FORM, size }).size;
    expect([sizeOf('5'), sizeOf('0'), sizeOf('-1'), sizeOf('1,'), sizeOf('')]).toEqual([
      'over:5M',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each<[string, Partial<SearchForm>]>([
    ['from:lan', { from: 'lan' }],
    ['FROM:lan to:hung', { from: 'lan', to: 'hung' }],
    ['from:"Lan Anh" giá', { from: 'Lan Anh', q: 'giá' }],
    ['subject:"báo giá', { subject: 'báo giá' }],
    ['has:attachment', { attachment: true }],
    ['has:attachments', { attachment: true }],
    ['is:unread is:starred', { read: 'false', starred: true }],
    ['is:read', { read: 'true' }],
    ['in:inbox', { folder: 'INBOX' }],
    ['in:"dự án/nhà máy 2"', { folder: 'Dự án/Nhà máy 2' }],
    ['larger:5M', { sizeIs: 'over', size: '5', unit: 'M' }],
    ['smaller:200kb', { sizeIs: 'under', size: '200', unit: 'K' }],
    ['after:2026-11-01 before:2026-11-21', { firstDay: '2026-11-01', lastDay: '2026-11-20' }],
    ['before:21/11/2026', { lastDay: '2026-11-20' }],
    ['từ:lan là:chưa đọc', { from: 'lan', read: 'false' }],
    ['chứa:"thanh toán" hợp', { term: 'thanh toán', q: 'hợp' }],
    ['from:', {}],
  ])('SB-1 %s typed in the bar shows in the form', (q, fields) => {
    expect(formOfTerms({ q }, FOLDERS, 'en')).toEqual({ ...EMPTY_FORM, ...fields });
  });

  test.each([
    'has:nothing',
    'is:big',
    'in:"Không có"',
    'before:2026-02-31',
    'before:hôm qua',
    'larger:0M',
    'larger:5G',
    'http://saomai.example/a',
    'constructor:x',
    '"from:lan"',
    '10:30',
  ])('%s says nothing that the form knows, and stays among the words', (q) => {
    expect(formOfTerms({ q }, FOLDERS, 'en')).toEqual({ ...EMPTY_FORM, q });
  });

  test('what is said twice stays where it was said', () => {
    const form = formOfTerms({ q: 'from:lan from:anh is:read is:unread larger:1M larger:2M' }, FOLDERS, 'en');
    expect(form).toMatchObject({ from: 'lan', read: 'true', size: '1', q: 'from:anh is:unread larger:2M' });
    expect(formOfTerms({ q: 'from:lan', from_addr: 'hung' }, FOLDERS, 'en')).toMatchObject({
      from: 'hung',
      q: 'from:lan',
    });
  });

  test('the bar says what the address says, as far as operators go', () => {
    expect(typedOfTerms(termsOfForm(FULL), 'en')).toBe(
      'hợp đồng from:hung@saomai.example to:"Lan Anh" subject:"báo giá" words:"thanh toán" ' +
        'in:"Dự án/Nhà máy 2" label:"Khách hàng/FPT" has:attachment is:starred is:unread smaller:200KB after:2026-11-01 before:2026-11-21',
    );
    expect(typedOfTerms(termsOfForm(FULL), 'vi')).toBe(
      'hợp đồng từ:hung@saomai.example đến:"Lan Anh" tiêu đề:"báo giá" chứa:"thanh toán" trong:"Dự án/Nhà máy 2" ' +
        'nhãn:"Khách hàng/FPT" có:tệp có:sao là:chưa đọc nhỏ hơn:200KB sau:01/11/2026 trước:21/11/2026',
    );
    expect(typedOfTerms({ from_addr: 'say "hi"', sort: 'defaultSort' }, 'en')).toBe('');
  });

  test.each(['vi', 'en'] as const)(
    'what the bar says for a form is the same form again, but for its order (%s)',
    (language) => {
      const q = typedOfTerms(termsOfForm(FULL), language);
      expect(formOfTerms({ q }, FOLDERS, language)).toEqual({ ...FULL, sort: 'date' });
    },
  );

  test('SB-8 a part of a megabyte is read with a comma or a point and shown in the page’s language', () => {
    const terms = termsOfForm({ ...EMPTY_FORM, size: '1,5' });
    expect(terms).toEqual(termsOfForm({ ...EMPTY_FORM, size: '1.5' }));
    expect(terms).toEqual({ size: 'over:1536K' });
    expect(formOfTerms(terms, FOLDERS, 'vi')).toMatchObject({ size: '1,5', unit: 'M' });
    expect(formOfTerms(terms, FOLDERS, 'en')).toMatchObject({ size: '1.5', unit: 'M' });
  });

  test('what excludes, and what leaves a choice, stays in the bar', () => {
    const q = '-nháp -từ:hùng từ:lan HOẶC từ:anh';
    expect(formOfTerms({ q }, FOLDERS, 'vi')).toEqual({ ...EMPTY_FORM, q });
  });

  test('SB-1 Enter on what the bar shows already is the very same search', () => {
    const shown = termsOfForm(FULL);
    expect(termsOfTyped(`${typedOfTerms(shown, 'vi')} `, shown, 'vi')).toEqual(shown);
    expect(termsOfTyped('hợp đồng mới', shown, 'vi')).toEqual({ q: 'hợp đồng mới' });
    expect(termsOfTyped('  ', shown, 'vi')).toEqual({});
  });

  test('RT-3 an address that someone mistyped fills no nonsense in', () => {
    const terms = {
      size: 'over:x',
      start_date: 'soon',
      end_date: '',
      is_read: 'maybe',
      sort: 'size',
      has_attachment: '1',
    };
    expect(formOfTerms(terms, FOLDERS, 'en')).toEqual(EMPTY_FORM);
  });
});

describe('in another zone', () => {
  inZone('America/New_York');

  test('SB-9 days are those of the browser, also when the clock is changed', () => {
    // 1 November 2026 has 25 hours in that zone.
    const [start, end] = [startOfDay('2026-11-01'), endOfDay('2026-11-01')];
    expect([start, end]).toEqual([1793505600, 1793595599]);
    expect(dayOf(end ?? 0)).toBe('2026-11-01');
  });

  test('typed days, which are those of Viet Nam, stay in the bar, and the days of the form out of it', () => {
    expect(formOfTerms({ q: 'after:2026-11-01' }, FOLDERS, 'en')).toEqual({
      ...EMPTY_FORM,
      q: 'after:2026-11-01',
    });
    expect(typedOfTerms(termsOfForm({ ...EMPTY_FORM, q: 'giá', firstDay: '2026-11-01' }), 'en')).toBe('giá');
  });
});
