import { ApiError } from '@bocau/contract/client.ts';
import type { Invoice } from '@bocau/contract/invoices.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invoices as en } from '../../i18n/en/invoices.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { invoices as viWords } from '../../i18n/vi/invoices.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { notices } from '../../parts/notices/notify.ts';
import { invoiceDetailOf, invoiceOf } from '../../test-kit/invoice-of.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { InvoicesScreen } from './invoices-screen.tsx';
import type { Tally } from './use-invoices.ts';

beforeEach(() => {
  learnWords('vi', { invoices: viWords });
  learnWords('en', { invoices: en });
});
afterEach(() => speak('vi'));

const SUM = { currency: 'VND', count: 2, before_tax: '2000000', tax: '160000', total: '2160000' };
const SOME: Partial<Invoice>[] = [
  { id: 'i1' },
  { id: 'i2', number: '129', total: '598150', before_tax: '556500', tax: '41650' },
  { id: 'i3', number: '128', standing: 'duplicate', state: 'failed' },
];

function show(invoices: Partial<Invoice>[] | Error = SOME, at = '/invoices?month=2026-11', settings = {}) {
  const listInvoices = vi.fn(async () => {
    if (invoices instanceof Error) throw invoices;
    return {
      data: invoices.map(invoiceOf),
      meta: {
        next_cursor: null as string | null,
        totals: [SUM],
        tally: { failed: 0, duplicate: 1, replaced: 0 } as Tally | null,
        count: invoices.length,
        company_tax_code: null,
      },
    };
  });
  const markInvoice = vi.fn(async () => ({ data: invoiceOf() }));
  const markInvoices = vi.fn(async () => ({ data: { changed: 2 } }));
  const getInvoice = async () => ({ data: invoiceDetailOf() });
  const sumInvoices = vi.fn(async () => ({
    data: { totals: [SUM], rates: [{ currency: 'VND', rate: '8%', before_tax: '2000000', tax: '160000' }] },
  }));
  const readBytes = vi.fn(async () => new ArrayBuffer(0));
  const calls = { readBytes, listInvoices, markInvoice, markInvoices, getInvoice, sumInvoices };
  const shown = (
    <MantineProvider env="test">
      <ComposeContext value={noCompose}>
        <InvoicesScreen />
      </ComposeContext>
    </MantineProvider>
  );
  return renderPart(shown, { api: calls as never, at, settings }).then((part) => ({ ...part, ...calls }));
}

const grid = () => screen.findByRole('grid', { name: 'Danh sách hóa đơn' });

test('rows say who sold what for how much, and which do not count', async () => {
  const { listInvoices } = await show();
  const rows = within(await grid()).getAllByRole('row');
  expect(rows).toHaveLength(3);
  expect(rows[0]?.textContent).toContain('Văn phòng phẩm Hoa Sen');
  expect(rows[0]?.textContent).toContain('1.561.850');
  expect(rows[2]?.textContent).toContain('Trùng');
  const query = { direction: 'bought', period: '2026-11', limit: '100' };
  expect(listInvoices).toHaveBeenCalledExactlyOnceWith({ query }, expect.anything());
  const sums = screen.getByRole('region', { name: 'Tổng của danh sách' });
  expect(sums.textContent).toContain('2.160.000');
});

test('the sum of a selection leaves out what is doubled; by rate the server sums', async () => {
  const { user, sumInvoices } = await show();
  (await grid()).focus();
  await user.keyboard('{Control>}a{/Control}');
  const sums = await screen.findByRole('region', { name: 'Tổng của phần đã chọn' });
  expect(sums.textContent).toContain('2 hóa đơn');
  expect(sums.textContent).toContain('2.160.000');
  await user.click(within(sums).getByRole('button', { name: /hóa đơn/, expanded: false }));
  expect(await screen.findByRole('cell', { name: '8%' })).toBeTruthy();
  const query = { direction: 'bought', period: '2026-11' };
  expect(sumInvoices).toHaveBeenCalledExactlyOnceWith({ query }, expect.anything());
  await user.click(screen.getByRole('checkbox', { name: 'Chọn hóa đơn 129 của Văn phòng phẩm Hoa Sen' }));
  await waitFor(() =>
    expect(sumInvoices).toHaveBeenLastCalledWith({ query: { ...query, ids: 'i1,i3' } }, expect.anything()),
  );
});

test('keys move, select and open', async () => {
  const { user } = await show();
  (await grid()).focus();
  await user.keyboard('jj');
  await user.keyboard('x');
  expect(screen.getByText('Đã chọn 1 hóa đơn')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Đã chọn 1 hóa đơn')).toBeNull();
  await user.keyboard('o');
  expect(await screen.findByRole('dialog', { name: 'Hóa đơn 128' })).toBeTruthy();
});

test('a note is shown at once, taken back where the server refuses it, and kept to be saved again', async () => {
  let refuse: (error: Error) => void = () => undefined;
  const { user, markInvoice } = await show();
  markInvoice.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  (await grid()).focus();
  await user.keyboard('jx');
  await user.click(screen.getByRole('button', { name: 'Ghi chú' }));
  await user.type(await screen.findByRole('textbox', { name: 'Ghi chú' }), 'Hỏi chị Hoa');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(await screen.findByText('Hỏi chị Hoa')).toBeTruthy();
  refuse(new ApiError(403, 'forbidden', 'No'));
  await vi.waitFor(() => expect(screen.queryByText('Hỏi chị Hoa')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Ghi chú' }));
  const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ghi chú' });
  expect(again.value).toBe('Hỏi chị Hoa');
  await user.type(again, ' nhé{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Hỏi chị Hoa nhé')).toBeTruthy();
});

test('an empty list, and one that could not be loaded, say so', async () => {
  const { unmount } = await show([], '/invoices');
  expect(await screen.findByRole('heading', { name: 'Chưa có hóa đơn nào' })).toBeTruthy();
  unmount();
  await show(new ApiError(0, 'no_answer', 'x'), '/invoices?month=2026-10');
  expect(await screen.findByRole('heading', { name: 'Không tải được danh sách hóa đơn' })).toBeTruthy();
});

test('the same in English', async () => {
  speak('en');
  await show();
  const rows = within(await screen.findByRole('grid', { name: 'List of invoices' })).getAllByRole('row');
  expect(rows[0]?.textContent).toContain('1,561,850');
  expect(rows[2]?.textContent).toContain('Duplicate');
  expect(screen.getByRole('region', { name: 'Sum of the list' }).textContent).toContain('2 invoices');
});

test('IV-19 what is marked in another tab is marked here, too', async () => {
  const { server, clock, listInvoices } = await show();
  const rows = within(await grid()).getAllByRole('row');
  expect(rows[0]?.textContent).not.toContain('Đã hạch toán');
  const marked = {
    data: SOME.map((one) => invoiceOf({ ...one, marks: { booked: true, paid: false, query: false } })),
  };
  const meta = { next_cursor: null, totals: [SUM], tally: null, count: 3, company_tax_code: null };
  listInvoices.mockResolvedValueOnce({ ...marked, meta });
  await act(async () => {
    server.send({ event: 'refetch', data: { seq: server.mailbox.seq() } });
    await clock.advance(10);
  });
  await waitFor(() => expect(rows[0]?.textContent).toContain('Đã hạch toán'), { timeout: 3000 });
});

test('IV-26 a quarter or a year is chosen beside the months, and an address from before has its month', async () => {
  const { user, listInvoices } = await show();
  await grid();
  expect(listInvoices).toHaveBeenLastCalledWith(
    { query: { direction: 'bought', period: '2026-11', limit: '100' } },
    expect.anything(),
  );
  const period = screen.getByRole('combobox', { name: 'Kỳ' });
  const option = (words: RegExp) =>
    within(period).getAllByRole<HTMLOptionElement>('option', { name: words })[0];
  const quarter = option(/^Quý (I|II|III|IV)\/\d{4}$/)?.value ?? '';
  expect(quarter).toMatch(/^\d{4}-Q[1-4]$/);
  await user.selectOptions(period, quarter);
  await waitFor(() =>
    expect(listInvoices).toHaveBeenLastCalledWith(
      { query: { direction: 'bought', period: quarter, limit: '100' } },
      expect.anything(),
    ),
  );
  const year = option(/^Năm \d{4}$/)?.value ?? '';
  expect(year).toBe(quarter.slice(0, 4));
  await user.selectOptions(period, year);
  await user.click(screen.getByRole('button', { name: 'Xuất' }));
  const link = await exportLink('CSV, mỗi hóa đơn một dòng');
  expect(link.getAttribute('href')).toContain(`period=${year}&`);
});

test('IV-27 the sums say what they have and leave out, and lead to it', async () => {
  const { user, listInvoices } = await show();
  await grid();
  const meta = { next_cursor: null, totals: [SUM], count: 3, company_tax_code: null };
  const tally = { failed: 3, duplicate: 1, replaced: 1 };
  listInvoices.mockResolvedValue({ data: SOME.map(invoiceOf), meta: { ...meta, tally } });
  await user.click(screen.getByRole('button', { name: 'Bán ra' }));
  const press = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /^Tổng của danh sách/, expanded: false }));
    await user.click(screen.getByRole('button', { name }));
  };
  await press('Gồm 3 hóa đơn không khớp');
  const queryOf = () => (listInvoices.mock.lastCall as unknown as [{ query: unknown }])[0].query;
  const sold = { direction: 'sold', period: '2026-11', limit: '100' };
  await waitFor(() => expect(queryOf()).toEqual({ ...sold, state: 'failed', counted: 'yes' }));
  await press('Không tính 2 hóa đơn trùng hoặc đã bị thay thế');
  await waitFor(() => expect(queryOf()).toEqual({ ...sold, counted: 'no' }));
  await user.click(await screen.findByRole('button', { name: 'Chỉ hóa đơn không tính' }));
  await waitFor(() => expect(queryOf()).toEqual(sold));
});

test('IV-28 without a connection a mark is refused where it is pressed, and a note stays in its dialog', async () => {
  const { user, server, clock, markInvoice, markInvoices } = await show();
  (await grid()).focus();
  await act(async () => {
    server.setUp(false);
    await clock.advance(10);
  });
  expect(await screen.findByText(viWords.offline.acts)).toBeTruthy();
  await user.keyboard('jx');
  await user.click(screen.getByRole('button', { name: 'Đánh dấu' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Đã hạch toán' }));
  expect(notices.get().at(-1)).toMatchObject({ text: viWords.marks.offline, tone: 'danger' });
  expect(screen.getAllByRole('row')[0]?.textContent).not.toContain('Đã hạch toán');
  await user.click(screen.getByRole('button', { name: 'Ghi chú' }));
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ghi chú' });
  await user.type(note, 'Hỏi chị Hoa');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(note.isConnected).toBe(true);
  expect(note.value).toBe('Hỏi chị Hoa');
  expect(markInvoice).not.toHaveBeenCalled();
  expect(markInvoices).not.toHaveBeenCalled();
});

test('the sheet of keys is that of invoices', async () => {
  const { user } = await show();
  (await grid()).focus();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Phím tắt của hóa đơn' })).toBeTruthy();
});

test('IV-25 marks are set by themselves, and what only some of the selection have is given to all', async () => {
  const [one, ...others] = SOME as [Partial<Invoice>, ...Partial<Invoice>[]];
  const marks = { booked: true, paid: false, query: false };
  const { user, markInvoices } = await show([{ ...one, marks }, ...others]);
  (await grid()).focus();
  await user.keyboard('{Control>}a{/Control}');
  const item = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Đánh dấu' }));
    return screen.findByRole('menuitemcheckbox', { name: new RegExp(name) });
  };
  const booked = await item('Đã hạch toán');
  expect(booked.textContent).toContain('1/3');
  expect(booked.getAttribute('aria-checked')).toBe('false');
  await user.click(booked);
  const paid = await item('Đã thanh toán');
  expect(paid.getAttribute('aria-checked')).toBe('false');
  await user.click(paid);
  const again = await item('Đã hạch toán');
  expect(again.getAttribute('aria-checked')).toBe('true');
  const first = screen.getAllByRole('row')[0];
  expect(first?.textContent).toContain('Hạch toánThanh toán');
  await user.click(again);
  expect(first?.textContent).not.toContain('Đã hạch toán');
  expect(first?.textContent).toContain('Đã thanh toán');
  await waitFor(() => expect(markInvoices).toHaveBeenCalledTimes(3));
  const bodies = (markInvoices.mock.calls as unknown as [{ body: unknown }][]).map(([{ body }]) => body);
  expect(bodies).toEqual([
    { ids: ['i2', 'i3'], marks: { booked: true } },
    { ids: ['i1', 'i2', 'i3'], marks: { paid: true } },
    { ids: ['i1', 'i2', 'i3'], marks: { booked: false } },
  ]);
});

const exportLink = (name: string) => screen.findByRole('menuitem', { name });

test('IV-20 a list longer than its first page is selected, marked and exported as a whole', async () => {
  const { user, listInvoices, markInvoices } = await show();
  await grid();
  const meta = {
    next_cursor: 'more' as string | null,
    totals: [SUM],
    tally: null,
    count: 4,
    company_tax_code: null,
  };
  listInvoices.mockResolvedValueOnce({ data: SOME.map(invoiceOf), meta });
  const rest = { data: [invoiceOf({ id: 'i4', number: '131' })], meta: { ...meta, next_cursor: null } };
  let bringRest: () => void = () => undefined;
  listInvoices.mockReturnValueOnce(
    new Promise((resolve) => {
      bringRest = () => resolve(rest);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Bán ra' }));
  await waitFor(() => expect(listInvoices).toHaveBeenCalledTimes(3));
  (await grid()).focus();
  await user.keyboard('{Control>}a{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Chọn tất cả 4 hóa đơn của danh sách' }));
  bringRest();
  expect(await screen.findByText('Đã chọn 4 hóa đơn')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Xuất' }));
  const link = await exportLink('Excel, mỗi hóa đơn một dòng');
  expect(link.getAttribute('href')).not.toContain('ids=');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Đánh dấu' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Đã thanh toán' }));
  await waitFor(() =>
    expect(markInvoices).toHaveBeenCalledExactlyOnceWith({
      body: { ids: ['i1', 'i2', 'i3', 'i4'], marks: { paid: true } },
    }),
  );
});

test('IV-21 columns and names of exports are chosen and kept', async () => {
  const { user } = await show();
  await grid();
  await user.click(screen.getByRole('button', { name: 'Xuất' }));
  await user.click(await exportLink('Chọn cột và tên tệp…'));
  const dialog = await screen.findByRole('dialog', { name: 'Cột và tên tệp khi xuất' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Ghi chú' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Mã hàng' }));
  await user.click(within(dialog).getByRole('textbox', { name: 'Tên tệp trong zip' }));
  await user.paste('{năm}/{số}');
  await user.click(within(dialog).getByRole('button', { name: 'Lưu' }));
  await user.click(screen.getByRole('button', { name: 'Xuất' }));
  const address = async (name: string) =>
    new URL((await exportLink(name)).getAttribute('href') ?? '', 'https://mail.example').searchParams;
  const heads = (await address('CSV, mỗi hóa đơn một dòng')).get('columns');
  expect(heads).toContain('mark');
  expect(heads).not.toMatch(/note|line_/);
  const lines = (await address('CSV, từng dòng hàng')).get('columns');
  expect(lines).toContain('line_name');
  expect(lines).not.toMatch(/note|line_code/);
  expect((await address('Tệp XML và PDF (zip)')).get('pattern')).toBe('{năm}/{số}');
});

test('IV-21 columns that are unknown, as a setting of another release has them, are left out', async () => {
  const { user } = await show(SOME, '/invoices', { invoice_columns: 'colour,number,line_name' });
  await grid();
  await user.click(screen.getByRole('button', { name: 'Xuất' }));
  const columns = async (name: string) =>
    new URL((await exportLink(name)).getAttribute('href') ?? '', 'https://mail.example').searchParams.get(
      'columns',
    );
  expect(await columns('CSV, mỗi hóa đơn một dòng')).toBe('number');
  expect(await columns('CSV, từng dòng hàng')).toBe('number,line_name');
});

test.each([
  [429, viWords.exports.busy],
  [413, viWords.exports.tooLong],
  [403, viWords.exports.failed],
])('IV-13 an export that would be refused by %i is told in words and not started', async (status, words) => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, readBytes } = await show();
  await grid();
  readBytes.mockRejectedValueOnce(new ApiError(status, 'internal_error', ''));
  const name = 'Excel, từng dòng hàng';
  await user.click(screen.getByRole('button', { name: 'Xuất' }));
  await user.click(await exportLink(name));
  await waitFor(() => expect(notices.get().at(-1)).toMatchObject({ text: words, tone: 'danger' }));
  expect(clicked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Xuất' }));
  await user.click(await exportLink(name));
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(readBytes).toHaveBeenLastCalledWith(
    { method: 'HEAD', path: '/api/v2/invoices/export.xlsx' },
    { query: { direction: 'bought', period: '2026-11', rows: 'lines', lang: 'vi' } },
  );
  clicked.mockRestore();
});

test('IV-22 a room that is off says so where it is opened all the same', async () => {
  const { user } = await show(SOME, '/invoices', { show_invoices: false });
  await grid();
  await user.click(screen.getByRole('button', { name: 'Hiện lại' }));
  expect(screen.queryByRole('button', { name: 'Hiện lại' })).toBeNull();
});
