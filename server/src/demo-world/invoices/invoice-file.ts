import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { MailFile } from '../mime.ts';
import type { InvoiceContent } from './invoice-form.ts';
import { makeSigner } from './make-signer.ts';
import { signXml } from './sign-xml.ts';
import { DATA_ID, dataText, type InvoiceText } from './write-invoice.ts';

export type InvoiceHead = Pick<InvoiceText, 'symbol' | 'date' | 'seller' | 'buyer' | 'original'>;

/** A short one, for all sellers: that of the demo world is to start soon. */
let key: KeyObject | null = null;

/** An invoice as its seller's program has written and signed it; the bytes are the same within a process. */
export function invoiceFile(head: InvoiceHead, { number, lines, words }: InvoiceContent): MailFile {
  key ??= generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const { seller, date, symbol } = head;
  const year = Number(date.slice(0, 4));
  const signer = makeSigner({
    kind: 'rsa',
    key,
    name: seller.name,
    taxCode: seller.taxCode,
    from: `${year - 1}0101000000Z`,
    to: `${year + 2}1231000000Z`,
  });
  const text = { ...head, form: '1', number, currency: 'VND', words, ...amountsOf(lines) };
  const xml = signXml(
    `<?xml version="1.0" encoding="UTF-8"?><HDon>${dataText(text)}<DSCKS><NBan><!--signature--></NBan></DSCKS></HDon>`,
    signer,
    { hash: 'sha256', exclusive: false, prefix: '', ids: [DATA_ID], time: `${date}T08:30:00` },
  );
  return { name: `1${symbol}_${number}.xml`, type: 'text/xml', content: Buffer.from(xml) };
}

function amountsOf(
  lines: InvoiceContent['lines'],
): Pick<InvoiceText, 'lines' | 'rates' | 'before' | 'tax' | 'total'> {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const rates = [...Map.groupBy(lines, ({ rate }) => rate)].map(([rate, of]) => {
    const before = sum(of.map(({ quantity, price }) => quantity * price));
    return { rate, before, tax: Math.round((before * rate) / 100) };
  });
  const before = sum(rates.map((one) => one.before));
  const tax = sum(rates.map((one) => one.tax));
  return {
    lines: lines.map(({ name, unit, quantity, price, rate }) => ({
      ...{ name, unit, quantity: String(quantity), price: String(price) },
      ...{ amount: String(quantity * price), rate: `${rate}%` },
    })),
    rates: rates.map((one) => ({ rate: `${one.rate}%`, before: String(one.before), tax: String(one.tax) })),
    ...{ before: String(before), tax: String(tax), total: String(before + tax) },
  };
}
