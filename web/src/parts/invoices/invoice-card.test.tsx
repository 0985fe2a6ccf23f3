import type { Invoice, InvoiceDetail, InvoiceLine } from '@bocau/contract/invoices.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invoices as en } from '../../i18n/en/invoices.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { invoices as viWords } from '../../i18n/vi/invoices.ts';
import type { ComposeModel } from '../../model/compose/compose-model.ts';
import { invoiceDetailOf, invoiceOf } from '../../test-kit/invoice-of.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ComposeContext } from '../compose/lazy-compose.ts';
import { notices } from '../notices/notify.ts';
import { InvoiceCards } from './invoice-card.tsx';
import { linesAsTable } from './lines-as-table.ts';

beforeEach(() => {
  learnWords('vi', { invoices: viWords });
  learnWords('en', { invoices: en });
});
afterEach(() => speak('vi'));

const FROM = { name: 'Kế toán Hoa Sen', email: 'ketoan@hoasen.example' };

async function show(
  invoices: Partial<Invoice>[],
  details: Partial<InvoiceDetail>[] = [],
  answersTo = [FROM],
  settings = {},
) {
  const listMessageInvoices = vi.fn(async () => ({ data: invoices.map(invoiceOf) }));
  const getInvoice = vi.fn(async ({ params }: { params: { id: string } }) => ({
    data: invoiceDetailOf(details.find(({ id }) => id === params.id)),
  }));
  const getMessage = async () => ({ data: { from: { ...FROM, name: 'Hoa Sen' }, reply_to: answersTo } });
  const api = { listMessageInvoices, getInvoice, getMessage } as never;
  const openNew = vi.fn(() => null);
  const compose = { ...noCompose, load: async () => ({ openNew }) as unknown as ComposeModel };
  const part = await renderPart(
    <ComposeContext value={compose}>
      <InvoiceCards messageId="m1" />
    </ComposeContext>,
    { api, settings },
  );
  return { ...part, openNew };
}

const DAMAGED: Partial<Invoice> = {
  state: 'failed',
  checks: [
    { check: 'signature', state: 'failed', reason: 'changed_after_signing' },
    { check: 'totals', state: 'failed', reason: 'amounts_differ', found: '1561850', expected: '1561851.5' },
    { check: 'words', state: 'ok', reason: 'matches' },
  ],
};

test('a card says who sold, the number, the date and the amounts', async () => {
  await show([{}]);
  const card = await screen.findByRole('region', { name: 'Hóa đơn 128 của Văn phòng phẩm Hoa Sen' });
  for (const words of ['MST 0910004006', '1C26THS', '05/11/2026']) within(card).getByText(words);
  expect(card.textContent).toContain('1.561.850\u00a0đ');
  expect(card.textContent).toContain('Chữ ký hợp lệ');
});

test('what does not match is told with its reason, never as genuine', async () => {
  await show([DAMAGED]);
  const card = await screen.findByRole('region');
  within(card).getByText('Không khớp: nội dung đã bị sửa sau khi ký và 1 điểm khác');
  within(card).getByText('Không khớp: số tiền không khớp nhau; ghi 1.561.850, cần là 1.561.851,5');
});

test('the same in English', async () => {
  speak('en');
  await show([{ ...DAMAGED }]);
  const card = await screen.findByRole('region', { name: 'Invoice 128 from Văn phòng phẩm Hoa Sen' });
  within(card).getByText('Does not match: the content was changed after signing and 1 more point');
  expect(card.textContent).toContain('1,561,850\u00a0đ');
});

test('a message without an invoice has no card', async () => {
  const { container } = await show([]);
  await vi.waitFor(() => expect(container.querySelector('section')).toBeNull());
});

test('a doubled one leads to the first, in the same dialog', async () => {
  const checks: Invoice['checks'] = [{ check: 'duplicate', state: 'failed', reason: 'seen_before' }];
  const { user } = await show(
    [{ standing: 'duplicate', state: 'failed', checks }],
    [
      { id: 'i1', checks, duplicate_of: 'i0' },
      { id: 'i0', number: '127' },
    ],
  );
  const card = await screen.findByRole('region');
  expect(card.textContent).toContain('Hóa đơn này đã nhận trước đó.');
  await user.click(within(card).getByRole('button', { name: 'Xem hóa đơn kia' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hóa đơn 128' });
  await user.click(await within(dialog).findByRole('button', { name: 'Xem hóa đơn kia' }));
  await screen.findByRole('dialog', { name: 'Hóa đơn 127' });
});

test('what may not be of the seller is asked of nobody yet, and a word says why', async () => {
  const account = { check: 'account', state: 'failed', reason: 'account_differs' } as const;
  const { user, openNew } = await show([{ ...DAMAGED, checks: [...(DAMAGED.checks ?? []), account] }]);
  await user.click(await screen.findByRole('button', { name: 'Hỏi lại người bán' }));
  const body = [
    'Kính gửi Văn phòng phẩm Hoa Sen,',
    '',
    'Chúng tôi đã nhận được hóa đơn:',
    '- Số: 128',
    '- Ký hiệu: 1C26THS',
    '- Ngày: 05/11/2026',
    '- Tổng tiền: 1.561.850\u00a0đ',
    '',
    'Nhờ quý công ty kiểm tra lại giúp những điểm sau:',
    '- Chữ ký của người bán: nội dung đã bị sửa sau khi ký',
    '- Cộng tiền hàng, thuế và tổng: số tiền không khớp nhau; ghi 1.561.850, cần là 1.561.851,5',
    '- Số tài khoản người bán: số tài khoản khác những lần trước, hãy gọi hỏi người bán trước khi chuyển tiền',
    '',
    'Nếu có sai sót, xin gửi cho chúng tôi hóa đơn điều chỉnh hoặc thay thế. Trân trọng cảm ơn.',
  ].join('\n');
  await vi.waitFor(() =>
    expect(openNew).toHaveBeenCalledExactlyOnceWith({
      subject: 'Hỏi lại về hóa đơn số 128 (1C26THS)',
      body,
    }),
  );
  expect(notices.get().at(-1)?.text).toContain('Chưa điền người nhận');
});

test('an invoice without faults is asked about from its dialog, which closes, in English', async () => {
  speak('en');
  const { user, openNew } = await show([{}], [], []);
  const card = await screen.findByRole('region');
  expect(within(card).queryByRole('button', { name: 'Ask the seller' })).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'View invoice' }));
  await user.click(await screen.findByRole('button', { name: 'Ask the seller' }));
  const body = expect.stringContaining('Please check this invoice.');
  const subject = 'A question about invoice 128 (1C26THS)';
  await vi.waitFor(() =>
    expect(openNew).toHaveBeenCalledExactlyOnceWith({ to: 'Hoa Sen <ketoan@hoasen.example>', subject, body }),
  );
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('of what is sold there is no seller to ask', async () => {
  await show([{ ...DAMAGED, direction: 'sold' }]);
  await screen.findByRole('region');
  expect(screen.queryByRole('button', { name: 'Hỏi lại người bán' })).toBeNull();
});

test('the lines are copied as cells that a spreadsheet adds up, and never as a formula', () => {
  const t = ((key: string) => key.split('.').at(-1)) as never;
  expect(linesAsTable(t, invoiceDetailOf(), 'vi').split('\n')).toEqual([
    'position\tname\tunit\tquantity\tprice\tamount\trate',
    '1\tGiấy in A4\tRam\t20\t65000\t1300000\t8%',
    "2\t'=HYPERLINK(”x”)\tRam\t3,5\t41000\t143500\t10%",
  ]);
  const [line] = invoiceDetailOf().lines as [InvoiceLine, InvoiceLine];
  const lines = ['＝1', '＋1', '－1', '＠a'].map((name) => ({ ...line, name }));
  const copied = linesAsTable(t, { lines }, 'vi').split('\n').slice(1);
  expect(copied.map((cells) => cells.split('\t')[1])).toEqual(["'＝1", "'＋1", "'－1", "'＠a"]);
});

test('IV-22 messages of who wants no invoices have no cards', async () => {
  await show([{ id: 'i1' }], [], [FROM], { show_invoices: false });
  expect(screen.queryByText('Văn phòng phẩm Hoa Sen')).toBeNull();
});
