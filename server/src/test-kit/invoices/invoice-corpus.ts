import { type InvoiceText, invoiceText } from '../../demo-world/invoices/write-invoice.ts';
import { INVOICE_STYLES } from './invoice-styles.ts';

export type CorpusFile = { name: string; xml: string; good: boolean };

const CONTENTS: { name: string; changes: Partial<InvoiceText> }[] = [
  { name: 'two rates', changes: {} },
  {
    name: 'rounded by the line',
    changes: {
      symbol: 'C26MHS',
      lines: [
        {
          name: 'Cà phê sữa đá',
          unit: 'Ly',
          quantity: '3',
          price: '27777.7778',
          amount: '83333',
          rate: '8%',
        },
        { name: 'Bánh mì', unit: 'Cái', quantity: '1.333', price: '15000', amount: '19995', rate: '8%' },
      ],
      rates: [{ rate: '8%', before: '103328', tax: '8266' }],
      before: '103328',
      tax: '8266',
      total: '111594',
      words: 'Một trăm mười một nghìn năm trăm chín mươi tư đồng',
    },
  },
  {
    name: 'not subject to tax, with a note and a discount',
    changes: {
      lines: [
        {
          name: 'Sách giáo khoa',
          unit: 'Quyển',
          quantity: '100',
          price: '21000',
          amount: '2100000',
          rate: 'KCT',
        },
        {
          name: 'Chiết khấu 5%',
          unit: '',
          quantity: '',
          price: '',
          amount: '105000',
          rate: 'KCT',
          kind: '3',
        },
        { name: 'Giao tại kho', unit: '', quantity: '', price: '', amount: '', rate: '', kind: '4' },
      ],
      rates: [{ rate: 'KCT', before: '1995000', tax: '0' }],
      before: '1995000',
      tax: '0',
      total: '1995000',
      words: 'Một triệu chín trăm chín mươi lăm nghìn đồng chẵn',
    },
  },
  {
    name: 'in dollars',
    changes: {
      currency: 'USD',
      lines: [
        { name: 'License', unit: 'Năm', quantity: '2', price: '149.95', amount: '299.90', rate: '10%' },
      ],
      rates: [{ rate: '10%', before: '299.90', tax: '29.99' }],
      before: '299.90',
      tax: '29.99',
      total: '329.89',
      words: 'Ba trăm hai mươi chín đô la Mỹ và tám mươi chín xu',
    },
  },
  {
    name: 'negative, adjusting another',
    changes: {
      original: { kind: '2', form: '1', symbol: 'C26THS', number: '128', date: '2026-11-05' },
      number: '140',
      lines: [
        { name: 'Giấy in A4', unit: 'Ram', quantity: '-2', price: '65000', amount: '-130000', rate: '8%' },
      ],
      rates: [{ rate: '8%', before: '-130000', tax: '-10400' }],
      before: '-130000',
      tax: '-10400',
      total: '-140400',
      words: 'Âm một trăm bốn mươi nghìn bốn trăm đồng',
    },
  },
  {
    name: 'of nothing, with twelve digits for a buyer',
    changes: {
      buyer: { name: 'Nguyễn Văn Thử', taxCode: '001099012345' },
      lines: [{ name: 'Hàng mẫu', unit: 'Cái', quantity: '1', price: '0', amount: '0', rate: '0%' }],
      rates: [{ rate: '0%', before: '0', tax: '0' }],
      before: '0',
      tax: '0',
      total: '0',
      words: 'Không đồng',
    },
  },
];

/** What somebody changes of a file that is signed already, each with what it had before. */
const ALTERATIONS: readonly [string, RegExp, string][] = [
  ['the number', /(SHDon|invoiceNumber)>\d+</, '$1>129<'],
  ['the date', />2026-11-05</, '>2026-11-06<'],
  ['the seller', />0910004006</, '>0910004207<'],
  ['the buyer', />0910004101</, '>0910004013<'],
  ['the account', />0011001234567</, '>0099009999999<'],
  ['a name', /Bút bi/, 'Bút mực'],
  ['a quantity', />3\.5</, '>4.5<'],
  ['a price', />41000</, '>42000<'],
  ['the total', />1561850</, '>2561850<'],
  ['the total in words', /Một triệu năm/, 'Hai triệu năm'],
  ['the tax', />118350</, '>18350<'],
  ['a space in a name', /Bút bi/, 'Bút  bi'],
];

/** Invoices in the markup of eight programs: good ones, and one altered in each of its fields after it was signed. */
export function invoiceCorpus(): CorpusFile[] {
  return INVOICE_STYLES.flatMap((style) => {
    const good = CONTENTS.map(({ name, changes }) => ({
      name: `${style.name}: ${name}`,
      xml: style.write(invoiceText(changes)),
      good: true,
    }));
    const first = good[0]?.xml ?? '';
    const altered = ALTERATIONS.map(([what, found, put]) => ({
      name: `${style.name}: altered in ${what}`,
      xml: first.replace(found, put),
      good: false,
    }));
    return [...good, ...altered];
  });
}
