import { expect, test } from 'vitest';
import { makeSigner } from '../../../demo-world/invoices/make-signer.ts';
import { signXml } from '../../../demo-world/invoices/sign-xml.ts';
import { dataText, invoiceText, SELLER } from '../../../demo-world/invoices/write-invoice.ts';
import { invoiceCorpus } from '../../../test-kit/invoices/invoice-corpus.ts';
import { INVOICE_STYLES, testSigners } from '../../../test-kit/invoices/invoice-styles.ts';
import { readInvoiceFile } from '../read/read-invoice-file.ts';
import { stateOf } from './check-invoice.ts';

const WITHOUT_BUDGET = () => undefined;
const read = (xml: string) => readInvoiceFile(Buffer.from(xml), WITHOUT_BUDGET);
const checkOf = (xml: string, name: string) => read(xml)[0]?.checks.find(({ check }) => check === name);

const corpus = invoiceCorpus();
const BY_ID = { hash: 'sha256', exclusive: true, prefix: '', ids: ['data'] } as const;
const PLACE = '<!--signature-->';

/** Signs what stands around the place of the signature. */
function around(before: string, behind = ''): string {
  return signXml(
    `<HDon>${before}<DSCKS><NBan>${PLACE}</NBan></DSCKS>${behind}</HDon>`,
    testSigners().rsa,
    BY_ID,
  );
}

test('IV-2 the corpus has at least sixty invoices of eight programs', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  expect(INVOICE_STYLES).toHaveLength(8);
});

test.each(corpus.filter(({ good }) => good))('IV-2 IV-4 nothing is held against $name', ({ xml }) => {
  const [invoice, ...others] = read(xml);
  expect(others).toEqual([]);
  expect(invoice?.checks.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(invoice?.checks).toContainEqual({ check: 'signature', state: 'ok', reason: 'matches' });
  expect(invoice?.checks).toContainEqual({ check: 'signer', state: 'ok', reason: 'matches' });
});

test.each(corpus.filter(({ good }) => !good))('IV-2 it is found that $name', ({ xml }) => {
  const [invoice] = read(xml);
  expect(invoice?.checks).toContainEqual({
    check: 'signature',
    state: 'failed',
    reason: 'changed_after_signing',
  });
});

test('IV-2 a file whose signature was changed itself is found', () => {
  const xml = around(dataText(invoiceText()));
  const changed = xml.replace(/<SignatureValue>.{4}/, '<SignatureValue>AAAA');
  expect(checkOf(changed, 'signature')).toMatchObject({ state: 'failed', reason: 'signature_wrong' });
});

test('IV-2 a signature over another part than the one that is shown proves nothing of it', () => {
  const real = dataText(invoiceText());
  const forged = dataText(invoiceText({ total: '9561850' })).replace('Id="data"', 'Id="other"');
  const wrapped = around(`${forged}<Khac>${real}</Khac>`);
  const [shown, signed] = read(wrapped);
  expect(shown).toMatchObject({ total: '9561850' });
  expect(shown?.checks).toContainEqual(
    expect.objectContaining({ check: 'signature', state: 'failed', reason: 'signed_part_elsewhere' }),
  );
  expect(signed).toMatchObject({ total: '1561850' });
});

test('IV-2 an id that is given twice makes a signature ambiguous', () => {
  const twice = around(dataText(invoiceText())).replace('<HDon>', '<HDon><X Id="data"/>');
  expect(checkOf(twice, 'signature')).toMatchObject({ state: 'failed', reason: 'signed_ambiguously' });
});

test('IV-2 a comment within a value does not hide what stands behind it', () => {
  const xml = around(dataText(invoiceText()));
  const commented = xml.replace('1561850<', '1561850<!-- --><');
  const [invoice] = read(commented);
  expect(invoice).toMatchObject({ total: '1561850' });
  const split = xml.replace('<TgTTTBSo>1561850', '<TgTTTBSo>156<!-- -->1850');
  expect(read(split)[0]).toMatchObject({ total: '1561850' });
  expect(checkOf(split, 'signature')).toMatchObject({ state: 'ok' });
});

test('IV-2 a transform that is not known, or a key that has no certificate, leaves it unknown', () => {
  const xml = around(dataText(invoiceText()));
  const transformed = xml.replaceAll(
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/TR/1999/REC-xslt-19991116',
  );
  expect(checkOf(transformed, 'signature')).toMatchObject({ state: 'unknown', reason: 'method_unknown' });
  const keyless = xml.replace(/<KeyInfo>.*<\/KeyInfo>/, '');
  expect(checkOf(keyless, 'signature')).toMatchObject({ state: 'unknown', reason: 'no_certificate' });
  expect(checkOf(`<HDon>${dataText(invoiceText())}</HDon>`, 'signature')).toMatchObject({
    state: 'unknown',
    reason: 'not_signed',
  });
});

test('IV-3 a signer with another tax code, and one whose certificate was not valid on that day, are told', () => {
  const other = makeSigner({ kind: 'rsa', name: 'Công ty Khác', taxCode: '0910004207' });
  const past = makeSigner({
    kind: 'rsa',
    name: SELLER.name,
    taxCode: SELLER.taxCode,
    from: '20200101000000Z',
    to: '20211231000000Z',
  });
  const text = `<HDon>${dataText(invoiceText())}<DSCKS><NBan>${PLACE}</NBan></DSCKS></HDon>`;
  expect(checkOf(signXml(text, other, BY_ID), 'signer')).toEqual({
    check: 'signer',
    state: 'failed',
    reason: 'other_signer',
    found: '0910004207',
    expected: SELLER.taxCode,
  });
  expect(checkOf(signXml(text, past, BY_ID), 'certificate')).toMatchObject({
    state: 'failed',
    reason: 'signed_after_validity',
  });
});

test('IV-3 a tax code that stands in the name of a certificate is not the signer’s', () => {
  const text = `<HDon>${dataText(invoiceText())}<DSCKS><NBan>${PLACE}</NBan></DSCKS></HDon>`;
  for (const name of [`MST:${SELLER.taxCode}`, `Hoa Sen\nUID=MST:${SELLER.taxCode}`]) {
    const named = makeSigner({ kind: 'ec', name, taxCode: '' });
    expect(checkOf(signXml(text, named, BY_ID), 'signer')).toMatchObject({
      state: 'unknown',
      reason: 'no_tax_code_in_certificate',
    });
  }
});

const OF_AUTHORITY = '<!--authority-->';
/** Signed by the seller, and beside it by a certificate that says it is the tax authority's. */
function withAuthority(ids: string[], sent: (xml: string) => string = (xml) => xml): string {
  const text = `<HDon>${dataText(invoiceText())}<MCCQT Id="code">00A1B2</MCCQT><DSCKS><NBan>${PLACE}</NBan><CQT>${OF_AUTHORITY}</CQT></DSCKS></HDon>`;
  const signed = signXml(text, testSigners().rsa, BY_ID);
  const anybody = makeSigner({ kind: 'ec', name: 'TỔNG CỤC THUẾ', taxCode: '' });
  return sent(signXml(signed, anybody, { ...BY_ID, ids }, OF_AUTHORITY));
}

test('IV-29 that a certificate calls itself the tax authority’s is not believed, and takes nothing from the invoice', () => {
  const xml = withAuthority(['data', 'code']);
  expect(checkOf(xml, 'authority_signature')).toEqual({
    check: 'authority_signature',
    state: 'unknown',
    reason: 'authority_unproven',
  });
  expect(stateOf(read(xml)[0]?.checks ?? [])).toBe('ok');
});

test('IV-29 an authority that signed its code alone accuses nobody; content altered since is found', () => {
  expect(checkOf(withAuthority(['code']), 'authority_signature')).toMatchObject({
    state: 'unknown',
    reason: 'signed_part_elsewhere',
  });
  const altered = withAuthority(['data', 'code'], (xml) => xml.replace('00A1B2<', '00A1B3<'));
  expect(checkOf(altered, 'signature')).toMatchObject({ state: 'ok' });
  expect(checkOf(altered, 'authority_signature')).toMatchObject({
    state: 'failed',
    reason: 'changed_after_signing',
  });
});

test('IV-3 a signer is told as the certificate says of itself', () => {
  const [invoice] = read(INVOICE_STYLES[0]?.write(invoiceText()) ?? '');
  expect(invoice?.signers).toEqual([
    expect.objectContaining({
      role: 'seller',
      name: SELLER.name,
      tax_code: SELLER.taxCode,
      issuer: 'CA Thử Nghiệm',
      valid: true,
      signed_at: Date.parse('2026-11-05T02:30:00Z') / 1000,
    }),
  ]);
});
