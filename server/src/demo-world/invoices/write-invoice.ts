/** An invoice as it is to stand in a file. */
export type InvoiceText = {
  form: string;
  symbol: string;
  number: string;
  date: string;
  seller: { name: string; taxCode: string; address?: string; account?: string; bank?: string };
  buyer: { name: string; taxCode: string; address?: string };
  currency: string;
  lines: {
    name: string;
    unit: string;
    quantity: string;
    price: string;
    amount: string;
    rate: string;
    kind?: string;
  }[];
  rates: { rate: string; before: string; tax: string }[];
  before: string;
  tax: string;
  total: string;
  words: string;
  /** Of the whole. */
  discounts?: string[];
  fees?: { name: string; amount: string }[];
  original?: { kind: '1' | '2'; form: string; symbol: string; number: string; date: string };
};

export const SELLER = {
  name: 'Công ty TNHH Văn phòng phẩm Hoa Sen & Bạn',
  taxCode: '0910004006',
  account: '0011001234567',
};
export const BUYER = { name: 'Công ty Cổ phần Sao Mai', taxCode: '0910004101' };

export function invoiceText(changes: Partial<InvoiceText> = {}): InvoiceText {
  return {
    form: '1',
    symbol: 'C26THS',
    number: '128',
    date: '2026-11-05',
    seller: SELLER,
    buyer: BUYER,
    currency: 'VND',
    lines: [
      {
        name: 'Giấy in A4 "Double A" <80 gsm>',
        unit: 'Ram',
        quantity: '20',
        price: '65000',
        amount: '1300000',
        rate: '8%',
      },
      {
        name: 'Bút bi Thiên Long',
        unit: 'Hộp',
        quantity: '3.5',
        price: '41000',
        amount: '143500',
        rate: '10%',
      },
    ],
    rates: [
      { rate: '8%', before: '1300000', tax: '104000' },
      { rate: '10%', before: '143500', tax: '14350' },
    ],
    before: '1443500',
    tax: '118350',
    total: '1561850',
    words: 'Một triệu năm trăm sáu mươi mốt nghìn tám trăm năm mươi đồng',
    ...changes,
  };
}

export type Markup = {
  /** Within `DLHDon` instead of in its content. */
  totalsApart?: boolean;
  further?: string;
  pretty?: boolean;
  /** Of all its elements. */
  prefix?: string;
};

export const DATA_ID = 'data';

/** The invoice data in the tax authority's format of 2021. */
export function dataText(invoice: InvoiceText, markup: Markup = {}): string {
  const totals = totalsText(invoice);
  const { seller, buyer, original } = invoice;
  const text = `<DLHDon Id="${DATA_ID}"><TTChung><PBan>2.0.1</PBan><THDon>Hóa đơn giá trị gia tăng</THDon>${field('KHMSHDon', invoice.form)}${field('KHHDon', invoice.symbol)}${field('SHDon', invoice.number)}<MHSo/>${field('NLap', invoice.date)}${field('DVTTe', invoice.currency)}<TGia>1</TGia><HTTToan>TM/CK</HTTToan><MSTTCGP>0910004013</MSTTCGP>${
    original
      ? `<TTHDLQuan>${field('TCHDon', original.kind)}<LHDCLQuan>1</LHDCLQuan>${field('KHMSHDCLQuan', original.form)}${field('KHHDCLQuan', original.symbol)}${field('SHDCLQuan', original.number)}${field('NLHDCLQuan', original.date)}<GChu/></TTHDLQuan>`
      : ''
  }${markup.further ?? ''}</TTChung><NDHDon><NBan>${field('Ten', seller.name)}${field('MST', seller.taxCode)}${field('DChi', seller.address ?? '12 Lý Thường Kiệt, Hà Nội')}${field('STKNHang', seller.account ?? '')}${field('TNHang', seller.bank ?? 'Ngân hàng Thử')}</NBan><NMua>${field('Ten', buyer.name)}${field('MST', buyer.taxCode)}${field('DChi', buyer.address ?? '1 Láng Hạ, Hà Nội')}</NMua><DSHHDVu>${invoice.lines
    .map(
      (line, at) =>
        `<HHDVu>${field('TChat', line.kind ?? '1')}<STT>${at + 1}</STT><MHHDVu>H${at + 1}</MHHDVu>${field('THHDVu', line.name)}${field('DVTinh', line.unit)}${field('SLuong', line.quantity)}${field('DGia', line.price)}<TLCKhau>0</TLCKhau><STCKhau>0</STCKhau>${field('ThTien', line.amount)}${field('TSuat', line.rate)}</HHDVu>`,
    )
    .join(
      '',
    )}</DSHHDVu>${markup.totalsApart ? '' : totals}</NDHDon>${markup.totalsApart ? totals : ''}</DLHDon>`;
  const spaced = markup.pretty ? text.replace(/></g, '>\r\n  <') : text;
  return markup.prefix ? spaced.replace(/<(\/?)(?=\w)/g, `<$1${markup.prefix}:`) : spaced;
}

function totalsText({ rates, before, tax, total, words, fees, discounts = ['0'] }: InvoiceText): string {
  return `<TToan><THTTLTSuat>${rates
    .map(
      (one) =>
        `<LTSuat>${field('TSuat', one.rate)}${field('ThTien', one.before)}${field('TThue', one.tax)}</LTSuat>`,
    )
    .join(
      '',
    )}</THTTLTSuat>${before === '' ? '' : field('TgTCThue', before)}${before === '' ? '' : field('TgTThue', tax)}${feesText(fees)}${discounts.map((one) => field('TTCKTMai', one)).join('')}${field('TgTTTBSo', total)}${field('TgTTTBChu', words)}</TToan>`;
}

function feesText(fees: InvoiceText['fees'] = []): string {
  if (fees.length === 0) return '';
  return `<DSLPhi>${fees.map(({ name, amount }) => `<LPhi>${field('TLPhi', name)}${field('TPhi', amount)}</LPhi>`).join('')}</DSLPhi>`;
}

/** The same in the format of 2014. */
export function dataOf2014(invoice: InvoiceText): string {
  const of = (name: string, value: string) => field(`inv:${name}`, value);
  return `<inv:invoiceData id="${DATA_ID}"><inv:invoiceType>01GTKT</inv:invoiceType><inv:templateCode>01GTKT0/001</inv:templateCode>${of('invoiceSeries', invoice.symbol)}${of('invoiceNumber', invoice.number)}<inv:invoiceName>Hóa đơn GTGT</inv:invoiceName>${of('invoiceIssuedDate', invoice.date)}${of('currencyCode', invoice.currency)}<inv:adjustmentType>1</inv:adjustmentType><inv:seller>${of('sellerLegalName', invoice.seller.name)}${of('sellerTaxCode', invoice.seller.taxCode)}${of('sellerBankAccount', invoice.seller.account ?? '')}</inv:seller><inv:buyer>${of('buyerLegalName', invoice.buyer.name)}${of('buyerTaxCode', invoice.buyer.taxCode)}</inv:buyer><inv:items>${invoice.lines
    .map(
      (line, at) =>
        `<inv:item><inv:lineNumber>${at + 1}</inv:lineNumber>${of('itemName', line.name)}${of('unitName', line.unit)}${of('quantity', line.quantity)}${of('unitPrice', line.price)}${of('itemTotalAmountWithoutVat', line.kind === '3' ? `-${line.amount}` : line.amount)}${of('vatPercentage', line.rate.replace('%', ''))}</inv:item>`,
    )
    .join('')}</inv:items><inv:invoiceTaxBreakdowns>${invoice.rates
    .map(
      (one) =>
        `<inv:invoiceTaxBreakdown>${of('vatPercentage', one.rate.replace('%', ''))}${of('vatTaxableAmount', one.before)}${of('vatTaxAmount', one.tax)}</inv:invoiceTaxBreakdown>`,
    )
    .join(
      '',
    )}</inv:invoiceTaxBreakdowns>${of('totalAmountWithoutVAT', invoice.before)}${of('totalVATAmount', invoice.tax)}${of('totalAmountWithVAT', invoice.total)}${of('totalAmountWithVATInWords', invoice.words)}</inv:invoiceData>`;
}

function field(name: string, value: string): string {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
