import type { Invoice, InvoiceDetail } from '@bocau/contract/invoices.ts';

/** An invoice whose checks all match, with these changes. */
export function invoiceOf(changes: Partial<Invoice> = {}): Invoice {
  return {
    id: 'i1',
    kind: 'invoice',
    direction: 'bought',
    seller: { name: 'Văn phòng phẩm Hoa Sen', tax_code: '0910004006' },
    buyer: { name: 'Công ty Cổ phần Sao Mai', tax_code: '0910004101' },
    form: '1',
    symbol: 'C26THS',
    number: '128',
    date: '2026-11-05',
    before_tax: '1443500',
    tax: '118350',
    total: '1561850',
    currency: 'VND',
    message_id: 'm1',
    thread_id: 't1',
    received_at: Date.UTC(2026, 10, 5, 3) / 1000,
    state: 'ok',
    standing: 'valid',
    checks: [
      { check: 'signature', state: 'ok', reason: 'matches' },
      { check: 'totals', state: 'ok', reason: 'matches' },
    ],
    marks: { booked: false, paid: false, query: false },
    mark: null,
    note: '',
    ...changes,
  };
}

/** The same with its lines. */
export function invoiceDetailOf(changes: Partial<InvoiceDetail> = {}): InvoiceDetail {
  const invoice = invoiceOf();
  const further = { address: '', phone: '', email: '', account: '', bank: '', person: '' };
  const line = { kind: 'goods' as const, code: '', unit: 'Ram', discount: '0' };
  return {
    ...invoice,
    title: 'Hóa đơn giá trị gia tăng',
    seller: { ...invoice.seller, ...further },
    buyer: { ...invoice.buyer, ...further },
    payment: 'TM/CK',
    exchange_rate: null,
    authority_code: '',
    provider_tax_code: '',
    lines: [
      {
        ...line,
        position: '1',
        name: 'Giấy in A4',
        quantity: '20',
        price: '65000',
        amount: '1300000',
        rate: '8%',
      },
      {
        ...line,
        position: '2',
        name: '=HYPERLINK("x")',
        quantity: '3.5',
        price: '41000',
        amount: '143500',
        rate: '10%',
      },
    ],
    lines_cut: false,
    rates: [{ rate: '8%', before_tax: '1300000', tax: '104000' }],
    discount: null,
    total_in_words: 'Một triệu năm trăm sáu mươi mốt nghìn tám trăm năm mươi đồng',
    signers: [],
    more: [],
    original: null,
    later: [],
    duplicate_of: null,
    file: { id: 'f1', name: '128.xml', entry: null },
    pdf: null,
    ...changes,
  };
}
