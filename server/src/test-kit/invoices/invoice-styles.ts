import { makeSigner, type Signer } from '../../demo-world/invoices/make-signer.ts';
import { type SigningStyle, signXml } from '../../demo-world/invoices/sign-xml.ts';
import {
  DATA_ID,
  dataOf2014,
  dataText,
  type InvoiceText,
  SELLER,
} from '../../demo-world/invoices/write-invoice.ts';

/** How eight programs that make invoices write and sign them. */
export type InvoiceStyle = { name: string; write(invoice: InvoiceText): string };

let signers: { rsa: Signer; ec: Signer; authority: Signer } | null = null;

/** Keys take their time, so all invoices of a process share them. */
export function testSigners() {
  signers ??= {
    rsa: makeSigner({ kind: 'rsa', name: SELLER.name, taxCode: SELLER.taxCode }),
    ec: makeSigner({ kind: 'ec', name: SELLER.name, taxCode: SELLER.taxCode }),
    authority: makeSigner({ kind: 'rsa', name: 'Cục Thuế', taxCode: '0910004214' }),
  };
  return signers;
}

const PLACE = '<!--signature-->';
const AUTHORITY = '<!--authority-->';
const BY_ID: SigningStyle = { hash: 'sha256', exclusive: true, prefix: '', ids: [DATA_ID] };

export const INVOICE_STYLES: readonly InvoiceStyle[] = [
  {
    name: 'in the wrapper of a transmission, with the time of signing',
    write: (invoice) =>
      signed(
        `<?xml version="1.0" encoding="UTF-8"?><TDiep><TTChung><PBan>2.0.1</PBan><MLTDiep>200</MLTDiep></TTChung><DLieu><HDon>${dataText(invoice)}<DSCKS><NBan>${PLACE}</NBan></DSCKS></HDon></DLieu></TDiep>`,
        { ...BY_ID, exclusive: false, time: '2026-11-05T09:30:00' },
      ),
  },
  {
    name: 'on many lines, SHA-1',
    write: (invoice) =>
      signed(
        `<?xml version="1.0"?>\r\n<HDon>\r\n  ${dataText(invoice, { pretty: true })}\r\n  <DSCKS>\r\n <NBan>${PLACE}</NBan></DSCKS>\r\n</HDon>\r\n`,
        { ...BY_ID, hash: 'sha1', exclusive: false },
      ),
  },
  {
    name: 'the whole document signed',
    write: (invoice) =>
      signed(`<HDon>${dataText(invoice)}<DSCKS><NBan>${PLACE}</NBan></DSCKS></HDon>`, { ...BY_ID, ids: [] }),
  },
  {
    name: 'in a namespace, signature with a prefix',
    write: (invoice) =>
      signed(
        `<HDon xmlns="http://kekhaithue.gdt.gov.vn/HDDT" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:schemaLocation="a b">${dataText(invoice)}<DSCKS><NBan>${PLACE}</NBan></DSCKS></HDon>`,
        { ...BY_ID, exclusive: false, prefix: 'ds:' },
      ),
  },
  {
    name: 'with the code and the signature of the tax authority',
    write: (invoice) => {
      const xml = signed(
        `<HDon>${dataText(invoice, { further: '<TTKhac><TTin><TTruong>Mã tra cứu</TTruong><KDLieu>string</KDLieu><DLieu>AB&amp;12</DLieu></TTin></TTKhac>' })}<MCCQT Id="code">00A1B2C3D4E5F6</MCCQT><DSCKS><NBan>${PLACE}</NBan><CQT>${AUTHORITY}</CQT></DSCKS></HDon>`,
        BY_ID,
      );
      return signXml(xml, testSigners().authority, { ...BY_ID, ids: [DATA_ID, 'code'] }, AUTHORITY);
    },
  },
  {
    name: 'prefixed, on an elliptic curve',
    write: (invoice) =>
      signXml(
        `<hd:HDon xmlns:hd="urn:hoadon" xmlns:xs="urn:xs">${dataText(invoice, { prefix: 'hd' })}<hd:DSCKS><hd:NBan>${PLACE}</hd:NBan></hd:DSCKS></hd:HDon>`,
        testSigners().ec,
        { ...BY_ID, prefix: 'ds:', prefixes: 'hd xs' },
      ),
  },
  {
    name: 'totals beside the content, SHA-512',
    write: (invoice) =>
      signed(
        `<HDon><!-- made by a program -->${dataText(invoice, { totalsApart: true })}<DSCKS><NBan>${PLACE}</NBan></DSCKS></HDon>`,
        { ...BY_ID, hash: 'sha512' },
      ),
  },
  {
    name: 'in the format of 2014',
    write: (invoice) =>
      signed(
        `<inv:invoice xmlns:inv="http://laphoadon.gdt.gov.vn/2014/09/invoicexml/v1">${dataOf2014(invoice)}<inv:controlData/>${PLACE}</inv:invoice>`,
        { ...BY_ID, hash: 'sha1', exclusive: false, prefix: 'ds:' },
      ),
  },
];

function signed(xml: string, style: SigningStyle): string {
  return signXml(xml, testSigners().rsa, style);
}
