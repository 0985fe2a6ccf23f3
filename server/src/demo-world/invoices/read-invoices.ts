import { type Contacts, contactNamed } from '../contacts.ts';
import { readDataFile } from '../data-file.ts';
import { type Contact, type Facts, from, type Matter, type Turn, talk } from '../message.ts';
import type { MailFile } from '../mime.ts';
import { minhTran, saoMai } from '../people.ts';
import { invoiceFile } from './invoice-file.ts';
import { type InvoicesForm, invoicesForm } from './invoice-form.ts';

type Bought = InvoicesForm['bought'][number];
type Sold = InvoicesForm['sold'][number];

/** A month of electronic invoices in the accountant's mail: bought ones, and some that the company has sent. */
export function readInvoices(contacts: Contacts, folder?: URL): Matter[] {
  const { company, sellers, bought, sold } = readDataFile('invoices.json', invoicesForm, folder);
  const accountant = contactNamed(contacts, 'minh');
  const own = { ...company, taxCode: saoMai.taxCode ?? '' };
  return [
    ...bought.map((invoice): Matter => {
      const seller = sellers[invoice.seller];
      if (!seller) throw new Error(`invoices.json has no seller "${invoice.seller}"`);
      const writer = contactNamed(contacts, seller.contact);
      const head = (facts: Facts) => ({ ...headOf(facts, seller), seller, buyer: own });
      return matterOf(invoice, (facts) => boughtTurns(invoice, head(facts), writer, accountant));
    }),
    ...sold.map((invoice) => {
      const to = [contactNamed(contacts, invoice.buyer.contact)];
      return matterOf(invoice, (facts) => {
        const file = invoiceFile({ ...headOf(facts, company), seller: own, buyer: invoice.buyer }, invoice);
        return [
          from(accountant, `Công ty em gửi hóa đơn số ${invoice.number}, tệp XML kèm theo.`, {
            to,
            files: [file],
          }),
        ];
      });
    }),
  ];
}

function matterOf(invoice: Bought | Sold, turns: (facts: Facts) => Turn[]): Matter {
  const ours = 'buyer' in invoice;
  return {
    name: `e-invoice ${ours ? invoice.buyer.contact : invoice.seller} ${invoice.number}`,
    timing: { kind: 'ago', hours: invoice.daysAgo * 24 },
    ...(ours ? {} : { folder: minhTran.ownFolders.find((name) => name.startsWith('Hóa đơn')) ?? 'INBOX' }),
    write: (facts) => talk(`Hóa đơn điện tử số ${invoice.number}`, ...turns(facts)),
  };
}

function headOf(facts: Facts, { symbol }: { symbol: string }) {
  const date = facts.day().split('/').reverse().join('-');
  return { date, symbol: `C${date.slice(2, 4)}${symbol}` };
}

type Head = Parameters<typeof invoiceFile>[0];

function boughtTurns(invoice: Bought, head: Head, writer: Contact, accountant: Contact): Turn[] {
  const { number, fate, replacement } = invoice;
  const file = invoiceFile(head, invoice);
  const first = from(writer, `Kính gửi Quý công ty hóa đơn điện tử số ${number}. Tệp XML gửi kèm.`, {
    to: [accountant],
    files: [fate === 'altered' ? altered(file, head) : file],
  });
  const later = (text: string, files: MailFile[]) => from(writer, text, { files, hoursAfter: 40 });
  if (fate === 'sent again')
    return [first, later(`Gửi lại hóa đơn số ${number}, phòng khi thư trước thất lạc.`, [file])];
  if (!replacement) return [first];
  const { symbol, date } = head;
  const original = { kind: '1' as const, form: '1', symbol, number, date };
  return [
    first,
    later(
      `Hóa đơn số ${number} ghi sai số lượng. Chúng tôi gửi hóa đơn số ${replacement.number} thay thế, mong Quý công ty thông cảm.`,
      [invoiceFile({ ...head, original }, replacement)],
    ),
  ];
}

/** With another account than the one that was signed, as a swindler would have it. */
function altered({ content, ...file }: MailFile, { seller }: Head): MailFile {
  const text = content.toString().replace(`>${seller.account}<`, '>88800555999<');
  return { ...file, content: Buffer.from(text) };
}
