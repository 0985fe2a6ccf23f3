import type { InvoiceCheckName, InvoiceMarks } from '@bocau/contract/invoices.ts';
import { SESSION_COOKIE } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSigner, type Signer } from '../../demo-world/invoices/make-signer.ts';
import { signXml } from '../../demo-world/invoices/sign-xml.ts';
import {
  BUYER,
  DATA_ID,
  dataText,
  type InvoiceText,
  invoiceText,
  SELLER,
} from '../../demo-world/invoices/write-invoice.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { moveMessages, removeMessages } from '../../mail/messages/move-messages.ts';
import { rebuildMailbox } from '../../mail/rebuild/rebuild-mailbox.ts';
import { encodeCursor } from '../../platform/db/paging.ts';
import { newId } from '../../platform/ids.ts';
import { readZip } from '../../platform/zip/read-zip.ts';
import { INVOICE_STYLES } from '../../test-kit/invoices/invoice-styles.ts';
import { receiveFiles, type SentFile } from '../../test-kit/invoices/receive-invoices.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';
import { testContext } from '../../test-kit/test-context.ts';
import { zipOfFiles } from '../../test-kit/zip-of-files.ts';
import { createDomain } from '../people/create-people.ts';
import { createMailRules } from '../rules/mail-rules.ts';
import { readMessageInvoices } from './read-message-invoices.ts';

const NOBODYS = '019a0000-0000-7000-8000-000000000000';

let server: TestServer;
let person: NewPerson;

const reading = () => ({ ...server.context, mailRules: createMailRules(server.context) });

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
});

const write = (changes: Partial<InvoiceText> = {}, style = 0) =>
  INVOICE_STYLES[style]?.write(invoiceText(changes)) ?? '';
let received = TEST_NOW / 1000;
/** Each a minute after the last. */
function receive(...files: SentFile[]) {
  received += 60;
  return receiveFiles(server, person, files, { receivedAt: received });
}
const send = (changes: Partial<InvoiceText> = {}, style = 0) =>
  receive({ name: 'hoa-don.xml', content: write(changes, style) });

async function list(query: Parameters<NewPerson['client']['listInvoices']>[0]['query'] = {}) {
  return person.client.listInvoices({ query });
}

async function checkOf(message: string, name: InvoiceCheckName) {
  const { data } = await person.client.listMessageInvoices({ params: { id: message } });
  return data[0]?.checks.find(({ check }) => check === name);
}

let stranger: Signer | null = null;
/** Signed by a certificate that somebody has made by themselves, and which says that it is the seller's. */
function forged(changes: Partial<InvoiceText>): SentFile {
  stranger ??= makeSigner({ kind: 'ec', name: SELLER.name, taxCode: SELLER.taxCode });
  const xml = `<HDon>${dataText(invoiceText(changes))}<DSCKS><NBan><!--signature--></NBan></DSCKS></HDon>`;
  const style = { hash: 'sha256', exclusive: true, prefix: '', ids: [DATA_ID] } as const;
  return { name: 'hoa-don.xml', content: signXml(xml, stranger, { ...style, ids: [...style.ids] }) };
}

const unsigned = (changes: Partial<InvoiceText>) => write(changes).replace(/<Signature .*<\/Signature>/, '');

describe('IV-1 an invoice that comes with a message', () => {
  test('is its card, and a line of the list', async () => {
    const message = await receive(
      { name: '1_C26THS_128.xml', content: write() },
      { name: '1_C26THS_128.pdf', content: '%PDF-1.7' },
      { name: 'Giới thiệu.pdf', content: '%PDF-1.7' },
    );
    const { data } = await person.client.listMessageInvoices({ params: { id: message } });
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'invoice',
        direction: 'bought',
        seller: { name: SELLER.name, tax_code: SELLER.taxCode },
        buyer: { name: BUYER.name, tax_code: BUYER.taxCode },
        form: '1',
        symbol: 'C26THS',
        number: '128',
        date: '2026-11-05',
        before_tax: '1443500',
        tax: '118350',
        total: '1561850',
        currency: 'VND',
        message_id: message,
        state: 'ok',
        standing: 'valid',
        marks: { booked: false, paid: false, query: false },
        mark: null,
        note: '',
        pdf_file_id: expect.any(String),
      }),
    ]);
    const listed = await list();
    expect(listed.data.map(({ id }) => id)).toEqual([data[0]?.id]);
    const whole = await person.client.getInvoice({ params: { id: data[0]?.id ?? '' } });
    expect(whole.data).toMatchObject({
      lines: [{ name: 'Giấy in A4 "Double A" <80 gsm>' }, { name: 'Bút bi Thiên Long' }],
      file: { name: '1_C26THS_128.xml', entry: null },
      pdf: { name: '1_C26THS_128.pdf' },
      signers: [{ role: 'seller', valid: true }],
      original: null,
      later: [],
    });
  });

  test('is found in an archive, and whatever its name is', async () => {
    const zip = await zipOfFiles([
      { path: 'a/doc-me.txt', content: 'x' },
      { path: 'a/hỏng.xml', content: '<DLHDon><TTChung>' },
      { path: 'a/7.xml', content: write({ number: '7' }) },
      { path: 'a/8.XML', content: write({ number: '8' }, 4) },
    ]);
    await receive({ name: 'thang-11.zip', content: zip });
    await receive({ name: 'hoadon', content: write({ number: '9' }, 1) });
    expect((await list()).data.map(({ number }) => number).sort()).toEqual(['7', '8', '9']);
  });

  test('IV-10 is told with the user, for whom the room is offered from then on', async () => {
    const has = async () => (await person.client.getUserInfo({})).data.has_invoices;
    expect(await has()).toBeUndefined();
    const message = await send();
    expect(await has()).toBe(true);
    await changeMailbox(server.context, person.mailbox, (change) =>
      moveMessages(change, { messageIds: [message], from: null, to: change.folders.Trash }),
    );
    expect(await has()).toBeUndefined();
  });

  test('has none in another XML, a broken archive or a message without files', async () => {
    const message = await receive(
      { name: 'to-khai.xml', content: '<HSoThueDTu><HSoKhaiThue/></HSoThueDTu>' },
      { name: 'bom.xml', content: '<!DOCTYPE a [<!ENTITY a "DLHDon">]><DLHDon>&a;</DLHDon>' },
      { name: 'x.zip', content: 'PK\u0003\u0004 no archive' },
    );
    expect((await person.client.listMessageInvoices({ params: { id: message } })).data).toEqual([]);
    await expect(
      person.client.listMessageInvoices({ params: { id: crypto.randomUUID() } }),
    ).rejects.toMatchObject({ code: 'message_not_found' });
  });
});

describe('what invoices say of each other', () => {
  test('IV-7 the same one again is a duplicate, and another one of the same number is told', async () => {
    await send();
    const again = await send();
    expect(await checkOf(again, 'duplicate')).toMatchObject({ state: 'failed', reason: 'seen_before' });
    const other = await receive({ name: 'a.xml', content: unsigned({ total: '9561850' }) });
    expect(await checkOf(other, 'duplicate')).toMatchObject({ reason: 'same_number_other_content' });
    const { data, meta } = await list();
    // What says something else is not left out for a number that anybody can write.
    expect(data.map(({ standing }) => standing).sort()).toEqual(['duplicate', 'valid', 'valid']);
    expect(meta.totals).toMatchObject([{ currency: 'VND', count: 2, total: '11123700' }]);
  });

  test.each([
    ['810', '00000810'],
    ['0000810', '810'],
    ['00810', '0000000810'],
  ])('IV-7 and IV-8 number %s is number %s', async (early, late) => {
    const first = await send({ number: early });
    const again = await send({ number: late });
    expect(await checkOf(again, 'duplicate')).toMatchObject({ state: 'failed', reason: 'seen_before' });
    expect((await list()).meta.totals).toMatchObject([{ count: 1 }]);
    const original = {
      kind: '1',
      form: '1',
      symbol: 'C26THS',
      number: '000810',
      date: '2026-11-05',
    } as const;
    await send({ number: '811', original });
    expect(await checkOf(first, 'replacement')).toMatchObject({ reason: 'replaced_by_later' });
    const shown = (await list()).data.map(({ number }) => number).sort();
    expect(shown).toEqual([early, late, '811'].sort());
  });

  test('IV-7 a seller who sends a number twice with other content is told, and counted once', async () => {
    const first = await send();
    const other = await send({ total: '1561851' });
    expect(await checkOf(other, 'duplicate')).toMatchObject({ reason: 'same_number_other_content' });
    expect(await checkOf(first, 'duplicate')).toMatchObject({ state: 'ok' });
    expect((await list()).meta.totals).toMatchObject([{ count: 1, total: '1561850' }]);
  });

  test.each([
    ['before', true],
    ['after', false],
  ])(
    'IV-7 a forged one of the same number that came %s takes nothing out of the sums, and both are told',
    async (_, isFirst) => {
      const early = isFirst ? await receive(forged({ total: '11' })) : await send();
      const late = isFirst ? await send() : await receive(forged({ total: '11' }));
      for (const message of [early, late])
        expect(await checkOf(message, 'duplicate')).toMatchObject({ reason: 'same_number_other_content' });
      const { data, meta } = await list();
      expect(data.map(({ standing }) => standing)).toEqual(['valid', 'valid']);
      expect(meta.totals).toMatchObject([{ count: 2, total: '1561861' }]);
      const [one, two] = data.map(({ id }) => id);
      const shown = await person.client.getInvoice({ params: { id: one ?? '' } });
      expect(shown.data.duplicate_of).toBe(two);
    },
  );

  test('IV-7 what nobody has signed does not make the signed one a duplicate, though it came first', async () => {
    const forged = await receive({ name: 'a.xml', content: unsigned({ total: '9561850' }) });
    const real = await send();
    expect(await checkOf(real, 'duplicate')).toMatchObject({ state: 'ok' });
    expect(await checkOf(forged, 'duplicate')).toMatchObject({ state: 'failed' });
  });

  test('IV-8 a replacement is told at both, whichever comes first', async () => {
    const original = { kind: '1', form: '1', symbol: 'C26THS', number: '128', date: '2026-11-05' } as const;
    const later = await send({ number: '131', original });
    expect(await checkOf(later, 'replacement')).toMatchObject({ reason: 'original_not_here' });
    const first = await send();
    expect(await checkOf(first, 'replacement')).toMatchObject({
      state: 'failed',
      reason: 'replaced_by_later',
    });
    expect(await checkOf(later, 'replacement')).toMatchObject({ state: 'ok', reason: 'replaces_earlier' });
    const { data } = await list();
    const shown = await Promise.all(
      data.map(async ({ id }) => (await person.client.getInvoice({ params: { id } })).data),
    );
    const [old, fresh] = shown.sort((a, b) => Number(a.number) - Number(b.number));
    expect(old).toMatchObject({
      standing: 'replaced',
      later: [{ id: fresh?.id, number: '131', kind: 'replaces', proven: true }],
    });
    expect(fresh?.original).toMatchObject({ id: old?.id, number: '128', kind: 'replaces' });
  });

  test('IV-8 a replacement that nobody has signed changes nothing of one that is signed', async () => {
    const first = await send();
    const original = { kind: '1', form: '1', symbol: 'C26THS', number: '128', date: '2026-11-05' } as const;
    await receive({ name: 'a.xml', content: unsigned({ number: '131', original }) });
    expect(await checkOf(first, 'replacement')).toMatchObject({
      state: 'unknown',
      reason: 'later_claims_unproven',
    });
    expect((await list()).data.find(({ number }) => number === '128')).toMatchObject({ standing: 'valid' });
  });

  test.each([
    ['before', true],
    ['after', false],
  ])('IV-8 a forged replacement that came %s changes nothing of what it names', async (_, isFirst) => {
    const original = { kind: '1', form: '1', symbol: 'C26THS', number: '128', date: '2026-11-05' } as const;
    const replacing = forged({ number: '131', total: '11', original });
    const claims = isFirst ? await receive(replacing) : null;
    const real = await send();
    const later = claims ?? (await receive(replacing));
    expect(await checkOf(real, 'replacement')).toMatchObject({
      state: 'unknown',
      reason: 'later_claims_unproven',
    });
    expect(await checkOf(later, 'replacement')).toMatchObject({
      state: 'unknown',
      reason: 'original_of_other_signer',
    });
    const { data, meta } = await list();
    const old = data.find(({ number }) => number === '128');
    expect(old).toMatchObject({ standing: 'valid', state: isFirst ? 'unknown' : 'ok' });
    expect(meta.totals).toMatchObject([{ count: 2 }]);
    const shown = await person.client.getInvoice({ params: { id: old?.id ?? '' } });
    expect(shown.data.later).toMatchObject([{ number: '131', proven: false }]);
  });

  test('IV-23 another certificate than before is told until a person accepts an invoice with it', async () => {
    const first = await send();
    expect(await checkOf(first, 'known_signer')).toMatchObject({ reason: 'first_certificate' });
    expect(await checkOf(await send({ number: '129' }), 'known_signer')).toMatchObject({ state: 'ok' });
    const other = await receive(forged({ number: '130' }));
    expect(await checkOf(other, 'known_signer')).toMatchObject({
      state: 'unknown',
      reason: 'other_certificate',
    });
    const { data } = await list();
    const renewed = data.find(({ number }) => number === '130');
    expect(renewed).toMatchObject({ state: 'unknown' });
    // Nothing gets known by being sent again.
    const again = await receive(forged({ number: '131' }));
    expect(await checkOf(again, 'known_signer')).toMatchObject({ reason: 'other_certificate' });
    await person.client.markInvoice({ params: { id: renewed?.id ?? '' }, body: { mark: 'booked' } });
    expect(await checkOf(await receive(forged({ number: '132' })), 'known_signer')).toMatchObject({
      state: 'ok',
    });
    // What is in question is not accepted, though it is booked.
    const params = { id: renewed?.id ?? '' };
    await person.client.markInvoice({ params, body: { marks: { query: true } } });
    expect(await checkOf(await receive(forged({ number: '133' })), 'known_signer')).toMatchObject({
      reason: 'other_certificate',
    });
    await person.client.markInvoice({ params, body: { marks: { query: false, paid: true } } });
    expect(await checkOf(await receive(forged({ number: '134' })), 'known_signer')).toMatchObject({
      state: 'ok',
    });
  });

  test('IV-9 an account that a forger has sent before is not known by that, and one that was paid to is', async () => {
    await send();
    const forger = { ...SELLER, account: '0099009999999' };
    for (const number of ['129', '130']) {
      const message = await receive(forged({ number, seller: forger }));
      expect(await checkOf(message, 'account')).toMatchObject({ state: 'failed', reason: 'account_differs' });
    }
    const moved = await send({ number: '140', seller: forger });
    expect(await checkOf(moved, 'account')).toMatchObject({ state: 'failed' });
    const id = (await list()).data.find(({ number }) => number === '140')?.id ?? '';
    await person.client.markInvoice({ params: { id }, body: { mark: 'paid' } });
    expect(await checkOf(await send({ number: '141', seller: forger }), 'account')).toMatchObject({
      state: 'ok',
    });
  });

  test('IV-9 the account of one that nobody has signed is not held against a signed one', async () => {
    await receive({
      name: 'a.xml',
      content: unsigned({ number: '127', seller: { ...SELLER, account: '66666' } }),
    });
    expect(await checkOf(await send(), 'account')).toMatchObject({
      state: 'unknown',
      reason: 'first_account',
    });
  });

  test('IV-9 another account than before is told', async () => {
    const first = await send();
    expect(await checkOf(first, 'account')).toMatchObject({ state: 'unknown', reason: 'first_account' });
    const same = await send({ number: '129' });
    expect(await checkOf(same, 'account')).toMatchObject({ state: 'ok' });
    const other = await send({ number: '130', seller: { ...SELLER, account: '0099 0099 99999' } });
    expect(await checkOf(other, 'account')).toEqual({
      check: 'account',
      state: 'failed',
      reason: 'account_differs',
      found: '0099009999999',
      expected: SELLER.account,
    });
  });
});

describe('IV-10 the list', () => {
  beforeEach(async () => {
    await send({ number: '1', date: '2026-10-31' });
    await send({ number: '2', date: '2026-11-01' });
    await send({
      number: '3',
      date: '2026-11-30',
      seller: { name: 'Công ty Điện lực Sông Vàng', taxCode: '0910004119' },
    });
    await receive({
      name: 'a.xml',
      content: write({ number: '4', date: '2026-11-15' }).replace('>65000<', '>66000<'),
    });
  });

  const numbers = async (query: Parameters<typeof list>[0]) =>
    (await list(query)).data.map(({ number }) => number);

  test('has the latest first, page by page', async () => {
    expect(await numbers({})).toEqual(['3', '4', '2', '1']);
    const first = await list({ limit: '3' });
    expect(first.data).toHaveLength(3);
    const cursor = first.meta.next_cursor ?? '';
    const second = await list({ limit: '3', cursor });
    expect(second.data.map(({ number }) => number)).toEqual(['1']);
    expect(second.meta).toMatchObject({ next_cursor: null, totals: [] });
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('is filtered and searched', async () => {
    expect(await numbers({ month: '2026-11' })).toEqual(['3', '4', '2']);
    expect(await numbers({ month: '2026-10' })).toEqual(['1']);
    expect(await numbers({ seller: '0910004119' })).toEqual(['3']);
    expect(await numbers({ state: 'failed' })).toEqual(['3', '4']);
    expect(await numbers({ direction: 'sold' })).toEqual([]);
    expect(await numbers({ search: 'dien luc' })).toEqual(['3']);
    expect(await numbers({ search: '1.561.850' })).toEqual(['3', '4', '2', '1']);
    expect(await numbers({ search: '0002' })).toEqual(['2']);
    expect(await numbers({ search: SELLER.taxCode })).toEqual(['4', '2', '1']);
    expect(await numbers({ search: "%' or 1=1" })).toEqual([]);
  });

  test('IV-26 the list, its sums and exports are of a month, a quarter or a year', async () => {
    await send({ number: '5', date: '2026-09-30' });
    await send({ number: '6', date: '2025-12-31' });
    await send({ number: '7', date: '2027-01-01' });
    expect(await numbers({ period: '2026-10' })).toEqual(['1']);
    expect(await numbers({ period: '2026-Q3' })).toEqual(['5']);
    expect(await numbers({ period: '2026-Q4' })).toEqual(['3', '4', '2', '1']);
    expect(await numbers({ period: '2026-Q1' })).toEqual([]);
    expect(await numbers({ period: '2025-Q4' })).toEqual(['6']);
    expect(await numbers({ period: '2026' })).toEqual(['3', '4', '2', '1', '5']);
    const sums = await person.client.sumInvoices({ query: { period: '2026-Q3' } });
    expect(sums.data.totals).toMatchObject([{ count: 1, total: '1561850' }]);
    expect((await list({ period: '2026-Q4' })).meta).toMatchObject({ count: 4, totals: [{ count: 4 }] });
    const path = '/api/v2/invoices/export.csv?period=2026-Q3&columns=number,mark';
    const answer = await fetch(`${server.baseUrl}${path}`, {
      headers: { cookie: `${SESSION_COOKIE}=${person.client.token}` },
    });
    expect(answer.headers.get('content-disposition')).toContain('hoa-don-2026-Q3.csv');
    expect((await answer.text()).trim().split('\r\n').slice(1)).toEqual(['5,']);
    for (const period of ['2026-Q5', '2026-13', '26', '2026-Q'])
      await expect(list({ period })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('IV-27 it says how many count although they failed, what sums leave out, and lists either', async () => {
    await send({ number: '2', date: '2026-11-01' });
    await send({
      number: '8',
      date: '2026-11-20',
      original: { kind: '1', form: '1', symbol: 'C26THS', number: '1', date: '2026-10-31' },
    });
    expect((await list()).meta).toMatchObject({
      tally: { failed: 2, duplicate: 1, replaced: 1 },
      count: 6,
      totals: [{ count: 4 }],
    });
    const { failed } = (await list({ state: 'failed' })).meta.tally ?? {};
    expect(failed).toBe(2);
    expect((await list({ state: 'ok' })).meta.tally).toEqual({ failed: 0, duplicate: 0, replaced: 0 });
    expect((await list({ period: '2026-10' })).meta.tally).toEqual({ failed: 0, duplicate: 0, replaced: 1 });
    expect(await numbers({ counted: 'no' })).toEqual(['2', '1']);
    expect((await list({ counted: 'no' })).meta).toMatchObject({ count: 2, totals: [] });
    expect(await numbers({ counted: 'yes', state: 'failed' })).toEqual(['3', '4']);
    const { meta } = await list({ limit: '2' });
    const next = await list({ limit: '2', cursor: meta.next_cursor ?? '' });
    expect(next.meta.tally).toBeNull();
  });

  test('IV-11 sums are by currency, and by rate over those with several', async () => {
    const { data } = await person.client.sumInvoices({ query: { month: '2026-10' } });
    expect(data).toEqual({
      totals: [{ currency: 'VND', count: 1, before_tax: '1443500', tax: '118350', total: '1561850' }],
      rates: [
        { currency: 'VND', rate: '10%', before_tax: '143500', tax: '14350' },
        { currency: 'VND', rate: '8%', before_tax: '1300000', tax: '104000' },
      ],
    });
    const ids = (await list({ month: '2026-11' })).data.map(({ id }) => id).join(',');
    const chosen = await person.client.sumInvoices({ query: { ids } });
    expect(chosen.data.totals).toMatchObject([{ count: 3, total: '4685550' }]);
  });

  test('IV-20 many are marked at once, all or none, and the list says how many it has', async () => {
    const { data, meta } = await list();
    expect(meta.count).toBe(data.length);
    const ids = data.map(({ id }) => id);
    const mark = async (some: string[], as: 'paid' | null) =>
      (await person.client.markInvoices({ body: { ids: some, mark: as } })).data.changed;
    expect(await mark(ids, 'paid')).toBe(ids.length);
    expect(await mark(ids.slice(1), 'paid')).toBe(0);
    expect((await list({ mark: 'paid' })).meta.count).toBe(ids.length);
    await expect(mark([...ids, NOBODYS], null)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await list({ mark: 'paid' })).meta.count).toBe(ids.length);
    expect(await mark(ids, null)).toBe(ids.length);
  });

  test('IV-25 an invoice is booked and paid, and lists of either have it', async () => {
    const [first, second] = (await list()).data.map(({ id }) => id) as [string, string];
    const mark = async (ids: string[], marks: Partial<InvoiceMarks>) =>
      (await person.client.markInvoices({ body: { ids, marks } })).data.changed;
    const idsOf = async (query: Parameters<typeof list>[0]) => (await list(query)).data.map(({ id }) => id);
    expect(await mark([first, second], { booked: true })).toBe(2);
    expect(await mark([first], { paid: true })).toBe(1);
    expect(await mark([first], { paid: true, booked: true })).toBe(0);
    expect((await list()).data[0]).toMatchObject({
      marks: { booked: true, paid: true, query: false },
      mark: 'paid',
    });
    expect(await idsOf({ mark: 'booked' })).toEqual([first, second]);
    expect(await idsOf({ mark: 'paid' })).toEqual([first]);
    expect(await idsOf({ mark: 'unpaid' })).not.toContain(first);
    expect(await idsOf({ mark: 'unpaid' })).toContain(second);
    expect(await idsOf({ mark: 'unbooked' })).toEqual(await idsOf({ mark: 'none' }));
    const { data } = await person.client.markInvoice({
      params: { id: first },
      body: { marks: { query: true } },
    });
    expect(data).toMatchObject({ marks: { booked: true, paid: true, query: true }, mark: 'query' });
    expect(await idsOf({ mark: 'query' })).toEqual([first]);
    await mark([first], { paid: false, query: false });
    expect((await list()).data[0]).toMatchObject({ marks: { booked: true, paid: false, query: false } });
    await mark([first, second], { booked: false });
    expect(await idsOf({ mark: 'booked' })).toEqual([]);
  });

  test('IV-25 pages and processes of the release that knew one mark set it alone', async () => {
    const [id] = (await list()).data.map((one) => one.id) as [string];
    await person.client.markInvoices({ body: { ids: [id], marks: { booked: true, paid: true } } });
    const { data } = await person.client.markInvoice({ params: { id }, body: { mark: 'booked' } });
    expect(data).toMatchObject({ marks: { booked: true, paid: false, query: false }, mark: 'booked' });
    await person.client.markInvoices({ body: { ids: [id], marks: { paid: true } } });
    const { db } = testContext(server.context);
    await sql`update invoices set mark = null where mailbox_id = ${person.mailbox} and id = ${id}`.execute(
      db,
    );
    const none = { booked: false, paid: false, query: false };
    expect((await list()).data[0]).toMatchObject({ id, marks: none, mark: null });
    expect((await list({ mark: 'booked' })).data).toEqual([]);
    expect((await list({ mark: 'unbooked' })).data.map((one) => one.id)).toContain(id);
  });

  test('IV-12 marks and notes filter, and stay when the message is read anew', async () => {
    const [invoice] = (await list({ month: '2026-10' })).data;
    const id = invoice?.id ?? '';
    const marked = await person.client.markInvoice({
      params: { id },
      body: { mark: 'booked', note: 'Đã nhập MISA' },
    });
    expect(marked.data).toMatchObject({ mark: 'booked', note: 'Đã nhập MISA' });
    expect(await numbers({ mark: 'booked' })).toEqual(['1']);
    expect(await numbers({ mark: 'none' })).toEqual(['3', '4', '2']);
    const run = { signal: new AbortController().signal, lastAttempt: false };
    await readMessageInvoices(
      reading(),
      person.mailbox,
      { messageIds: [invoice?.message_id ?? ''], filtered: [] },
      run,
    );
    const again = await person.client.getInvoice({ params: { id } });
    expect(again.data).toMatchObject({ mark: 'booked', note: 'Đã nhập MISA' });
    await person.client.markInvoice({ params: { id }, body: { mark: null } });
    expect(await numbers({ mark: 'booked' })).toEqual([]);
  });
});

describe('IV-10 IV-11 an invoice of a message in Junk or Trash', () => {
  const move = (message: string, to: 'Trash' | 'Junk' | 'INBOX') =>
    changeMailbox(server.context, person.mailbox, (change) =>
      moveMessages(change, { messageIds: [message], from: null, to: change.folders[to] }),
    );

  test.each(['Trash', 'Junk'] as const)(
    'is not listed, counted or exported while it is in %s, and comes back with it',
    async (folder) => {
      const message = await send();
      const id = (await list()).data[0]?.id ?? '';
      await move(message, folder);
      expect((await list()).data).toEqual([]);
      expect((await list()).meta.totals).toEqual([]);
      expect((await list({ search: '128' })).data).toEqual([]);
      expect((await person.client.sumInvoices({ query: {} })).data).toEqual({ totals: [], rates: [] });
      await expect(person.client.sumInvoices({ query: { ids: id } })).rejects.toMatchObject({
        code: 'not_found',
      });
      const card = await person.client.listMessageInvoices({ params: { id: message } });
      expect(card.data).toMatchObject([{ id, standing: 'valid' }]);
      await move(message, 'INBOX');
      expect((await list()).data).toMatchObject([{ id, standing: 'valid', state: 'ok' }]);
    },
  );

  test('is not listed when it comes into Junk', async () => {
    received += 60;
    const file = { name: 'a.xml', content: write() };
    const message = await receiveFiles(server, person, [file], { folder: 'Junk', receivedAt: received });
    expect((await list()).data).toEqual([]);
    const card = await person.client.listMessageInvoices({ params: { id: message } });
    expect(card.data).toMatchObject([{ state: 'ok' }]);
  });

  test('makes no other one a duplicate, or replaced, until it is put back', async () => {
    const first = await send();
    const again = await send();
    await move(first, 'Trash');
    await runJobsUntilIdle(server.context);
    expect(await checkOf(again, 'duplicate')).toMatchObject({ state: 'ok' });
    expect((await list()).data).toMatchObject([{ message_id: again, standing: 'valid' }]);
    const original = { kind: '1', form: '1', symbol: 'C26THS', number: '128', date: '2026-11-05' } as const;
    const later = await send({ number: '131', original });
    expect(await checkOf(again, 'replacement')).toMatchObject({ reason: 'replaced_by_later' });
    await move(later, 'Junk');
    await runJobsUntilIdle(server.context);
    expect(await checkOf(again, 'replacement')).toBeUndefined();
    await move(first, 'INBOX');
    await runJobsUntilIdle(server.context);
    expect(await checkOf(again, 'duplicate')).toMatchObject({ state: 'failed', reason: 'seen_before' });
    expect(await checkOf(first, 'duplicate')).toMatchObject({ state: 'ok' });
  });

  test('is no invoice from before, with another account', async () => {
    const first = await send();
    await move(first, 'Junk');
    const other = await send({ number: '130', seller: { ...SELLER, account: '0099009999999' } });
    expect(await checkOf(other, 'account')).toMatchObject({ state: 'unknown', reason: 'first_account' });
  });
});

test('IV-7 IV-8 what is left is compared again when a message is removed', async () => {
  const first = await send();
  const again = await send();
  const original = { kind: '1', form: '1', symbol: 'C26THS', number: '128', date: '2026-11-05' } as const;
  const later = await send({ number: '131', original });
  await changeMailbox(server.context, person.mailbox, (change) => removeMessages(change, [first]));
  await runJobsUntilIdle(server.context);
  expect(await checkOf(again, 'duplicate')).toMatchObject({ state: 'ok' });
  expect(await checkOf(again, 'replacement')).toMatchObject({ reason: 'replaced_by_later' });
  await changeMailbox(server.context, person.mailbox, (change) => removeMessages(change, [later]));
  await runJobsUntilIdle(server.context);
  expect((await list()).data).toMatchObject([{ message_id: again, standing: 'valid', state: 'ok' }]);
});

test('IV-14 an invoice goes with its message', async () => {
  const message = await send();
  await changeMailbox(server.context, person.mailbox, (change) => removeMessages(change, [message]));
  expect((await list()).data).toEqual([]);
  const left = await server.context.db
    .selectFrom('invoice_contents')
    .select('message_id')
    .where('mailbox_id', '=', person.mailbox)
    .execute();
  expect(left).toEqual([]);
});

test('IV-10 a month that no calendar has, and a day in a cursor, are refused', async () => {
  for (const month of ['0000-01', '1899-12', '2200-01', '2026-13'])
    await expect(list({ month })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { part: 'query', fields: [{ field: 'month' }] },
    });
  expect((await list({ month: '1900-01' })).data).toEqual([]);
  expect((await list({ month: '2199-12' })).data).toEqual([]);
  for (const day of ['0000-01-01', '2026-02-30'])
    await expect(list({ cursor: encodeCursor([day, NOBODYS]) })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
});

test('IV-10 nobody sees another mailbox’s invoices', async () => {
  await send();
  const id = (await list()).data[0]?.id ?? '';
  const other = await newPerson(server);
  await expect(other.client.getInvoice({ params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.client.markInvoice({ params: { id }, body: { mark: 'paid' } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

describe('IV-6 the tax code of the company', () => {
  test('is set by its owner, and holds the invoices that came before against it', async () => {
    const domain = `cty${newId(server.context.clock).slice(-6)}.example`;
    await createDomain(server.context, domain, true);
    person = await newPerson(server, { domain, kind: 'owner' });
    const bought = await send();
    expect(await checkOf(bought, 'company')).toMatchObject({ state: 'unknown', reason: 'company_unknown' });
    const change = async (tax_code: string | null) => {
      await person.client.changeDomain({ params: { domain }, body: { tax_code } });
      await runJobsUntilIdle(server.context);
    };
    await change(BUYER.taxCode);
    expect(await checkOf(bought, 'company')).toMatchObject({ state: 'ok' });
    expect((await list()).meta.company_tax_code).toBe(BUYER.taxCode);
    await change('0910004207');
    expect(await checkOf(bought, 'company')).toEqual({
      check: 'company',
      state: 'failed',
      reason: 'other_company',
      found: BUYER.taxCode,
      expected: '0910004207',
    });
    await change(SELLER.taxCode);
    expect((await list({ direction: 'bought' })).data).toEqual([]);
    expect((await list({ direction: 'sold' })).data).toMatchObject([{ direction: 'sold' }]);
    await expect(
      person.client.changeDomain({ params: { domain }, body: { tax_code: 'abc' } }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('IV-13 exports', () => {
  const fetchBytes = async (path: string) => {
    const answer = await fetch(`${server.baseUrl}${path}`, {
      headers: { cookie: `${SESSION_COOKIE}=${person.client.token}` },
    });
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  beforeEach(async () => {
    await receive(
      { name: 'a.xml', content: write({ seller: { ...SELLER, name: '=cmd|"/c calc"' } }) },
      { name: 'a.pdf', content: '%PDF-1.7' },
    );
    await receive({ name: 'b.xml', content: write({ number: '129', date: '2026-10-02' }) });
  });

  test('a table is CSV that spreadsheets open, in which nothing is a formula', async () => {
    const { bytes, headers } = await fetchBytes(
      '/api/v2/invoices/export.csv?columns=date,number,seller_name,total',
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(bytes.toString()).toBe(
      '\ufeffNgày lập,Số hóa đơn,Người bán,Tổng thanh toán\r\n' +
        `2026-11-05,128,"'=cmd|""/c calc""",1561850\r\n2026-10-02,129,${SELLER.name},1561850\r\n`,
    );
    const lines = await fetchBytes(
      '/api/v2/invoices/export.csv?rows=lines&month=2026-10&columns=number,line_name,line_quantity&lang=en',
    );
    expect(lines.bytes.toString()).toBe(
      '\ufeffNumber,Item,Quantity\r\n129,"Giấy in A4 ""Double A"" <80 gsm>",20\r\n129,Bút bi Thiên Long,3.5\r\n',
    );
  });

  test.each([
    ...[['a wide =', '＝1+1'] as const, ['a wide +', '＋1'] as const, ['a wide -', '－1'] as const],
    ...[['a wide @', '＠SUM(1)'] as const, ['a -', '-1'] as const],
    ...[['a hidden character', '\u202e=1+1'] as const, ['a hidden isolate', '\u2066@a'] as const],
  ])('a seller whose name begins with %s is text in a table', async (_, name) => {
    await receive({ name: 'c.xml', content: write({ date: '2026-09-01', seller: { ...SELLER, name } }) });
    const { bytes } = await fetchBytes('/api/v2/invoices/export.csv?month=2026-09&columns=seller_name');
    expect(bytes.toString().split('\r\n')[1]).toBe(`'${name.replace(/[\u202e\u2066]/, '')}`);
  });

  test('IV-24 amounts of a table add up to those of the screen', async () => {
    await receive({ name: 'a.xml', content: write({ number: '129', date: '2026-10-02' }) });
    const { bytes } = await fetchBytes(
      '/api/v2/invoices/export.csv?month=2026-10&columns=number,total,standing',
    );
    expect(bytes.toString().split('\r\n').slice(1, 3).sort()).toEqual([
      '129,,Không: trùng',
      '129,1561850,Có',
    ]);
    const lines = await fetchBytes(
      '/api/v2/invoices/export.csv?rows=lines&month=2026-10&columns=number,total,line_amount&lang=en',
    );
    expect(lines.bytes.toString().split('\r\n').slice(1, 5).sort()).toEqual([
      '129,,',
      '129,,',
      '129,,143500',
      '129,1561850,1300000',
    ]);
  });

  test('a table of what was read before has no characters that hide or turn others', async () => {
    const { db } = testContext(server.context);
    await sql`update invoices set seller_name = ${'a\u202eb\u2066c\u200e'} where mailbox_id = ${person.mailbox}`.execute(
      db,
    );
    const query = 'month=2026-10&columns=seller_name';
    const { bytes } = await fetchBytes(`/api/v2/invoices/export.csv?${query}`);
    expect(bytes.toString()).toBe('\ufeffNgười bán\r\nabc\r\n');
    const book = await fetchBytes(`/api/v2/invoices/export.xlsx?${query}`);
    const [sheet] = await readZip(book.bytes, /sheet1\.xml$/, { entries: 20, unpackedBytes: 1_000_000 });
    expect(sheet?.bytes.toString()).toContain('<t xml:space="preserve">abc</t>');
  });

  test('a table of lines says where it was cut', async () => {
    const [invoice] = (await list({ month: '2026-10' })).data;
    const { db } = testContext(server.context);
    await db.transaction().execute(async (tx) => {
      // 30 MB of JSON take their time beside other tests.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`
        update invoice_contents set content = jsonb_set(content, '{lines}',
          (select jsonb_agg(one.line) from (select content->'lines'->0 as line) one, generate_series(1, 100001)))
        where mailbox_id = ${person.mailbox} and message_id = ${invoice?.message_id}`.execute(tx);
    });
    const rowsOf = async (query: string) =>
      (await fetchBytes(`/api/v2/invoices/export.csv?rows=lines&month=2026-10&${query}`)).bytes
        .toString()
        .trimEnd()
        .split('\r\n');
    const rows = await rowsOf('columns=number,line_unit');
    expect(rows).toHaveLength(1 + 100_000 + 1);
    expect(rows.slice(-2)).toEqual([
      '129,Ram',
      '"Bảng dừng ở 100.000 dòng, còn dòng chưa xuất. Hãy xuất ít hóa đơn hơn mỗi lần.",',
    ]);
    const english = await rowsOf('columns=line_price&lang=en');
    expect(english.at(-1)).toBe(
      '"The table stops at 100,000 lines; there are more. Export fewer invoices at a time."',
    );
  });

  test('a table is a workbook with numbers and days', async () => {
    const { bytes } = await fetchBytes(
      '/api/v2/invoices/export.xlsx?month=2026-10&columns=date,number,total',
    );
    const [sheet] = await readZip(bytes, /sheet1\.xml$/, { entries: 20, unpackedBytes: 1_000_000 });
    expect(sheet?.bytes.toString()).toContain(
      '<row><c s="3"><v>46297</v></c><c t="inlineStr"><is><t xml:space="preserve">129</t></is></c><c s="2"><v>1561850</v></c></row>',
    );
  });

  test('files come as one zip, named by a pattern that leads nowhere else', async () => {
    const usual = await fetchBytes('/api/v2/invoices/export.zip');
    expect(
      (await readZip(usual.bytes, /./, { entries: 20, unpackedBytes: 1_000_000 })).map(({ name }) => name),
    ).toEqual([
      '2026-11/0910004006_1C26THS_128.xml',
      '2026-11/0910004006_1C26THS_128.pdf',
      '2026-10/0910004006_1C26THS_129.xml',
    ]);
    const pattern = encodeURIComponent('../{người bán}/{số}');
    const named = await fetchBytes(`/api/v2/invoices/export.zip?month=2026-11&pattern=${pattern}`);
    expect(
      (await readZip(named.bytes, /./, { entries: 20, unpackedBytes: 1_000_000 })).map(({ name }) => name),
    ).toEqual(['=cmd_c calc_/128.xml', '=cmd_c calc_/128.pdf']);
  });
});

test('IV-19 a mark is a change of its conversation, which other pages hear of', async () => {
  const message = await send();
  const { data: before } = await person.client.listInvoices({ query: {} });
  const { seq } = (await person.client.getChanges({ query: {} })).data;
  await person.client.markInvoice({ params: { id: before[0]?.id ?? '' }, body: { mark: 'paid' } });
  const { data } = await person.client.getChanges({ query: { since: String(seq) } });
  expect(data.threads.map(({ id }) => id)).toEqual([before[0]?.thread_id]);
  expect(before[0]?.message_id).toBe(message);
});

describe('two at once', () => {
  const run = { signal: new AbortController().signal, lastAttempt: false };
  const readAgain = (message: string) =>
    readMessageInvoices(reading(), person.mailbox, { messageIds: [message], filtered: [] }, run);

  test('IV-25 that it was booked on one device and paid on another both stay', async () => {
    await send();
    const id = (await list()).data[0]?.id ?? '';
    const other = await signedInClient(server.baseUrl, { email: person.email, password: lanAnh.password });
    await Promise.all([
      person.client.markInvoice({ params: { id }, body: { marks: { booked: true } } }),
      other.markInvoices({ body: { ids: [id], marks: { paid: true } } }),
    ]);
    expect((await list()).data).toMatchObject([{ marks: { booked: true, paid: true, query: false } }]);
  });

  test('IV-12 the mark of one device and the note of another both stay, and one of two marks', async () => {
    await send();
    const id = (await list()).data[0]?.id ?? '';
    const other = await signedInClient(server.baseUrl, { email: person.email, password: lanAnh.password });
    const mark = (client: NewPerson['client'], body: { mark?: 'paid' | 'booked'; note?: string }) =>
      client.markInvoice({ params: { id }, body });
    await Promise.all([mark(person.client, { mark: 'paid' }), mark(other, { note: 'Đã chuyển khoản' })]);
    expect((await list()).data).toMatchObject([{ mark: 'paid', note: 'Đã chuyển khoản' }]);
    await Promise.all([mark(person.client, { mark: 'paid' }), mark(other, { mark: 'booked' })]);
    const [invoice] = (await list()).data;
    expect(['paid', 'booked']).toContain(invoice?.mark);
    expect(invoice?.note).toBe('Đã chuyển khoản');
  });

  test('IV-16 a delivery and a rebuild that read the same message leave each invoice once, with its mark', async () => {
    const message = await send();
    const id = (await list()).data[0]?.id ?? '';
    await Promise.all([
      readAgain(message),
      readAgain(message),
      person.client.markInvoice({ params: { id }, body: { mark: 'paid' } }),
    ]);
    expect((await list()).data).toMatchObject([{ id, mark: 'paid', standing: 'valid', state: 'ok' }]);
    expect((await person.client.getInvoice({ params: { id } })).data.lines).toHaveLength(2);
  });

  test('IV-10 a message that is thrown away while it is read is not listed', async () => {
    const message = await send();
    await Promise.all([
      readAgain(message),
      changeMailbox(server.context, person.mailbox, (change) =>
        moveMessages(change, { messageIds: [message], from: null, to: change.folders.Trash }),
      ),
      readAgain(message),
    ]);
    await runJobsUntilIdle(server.context);
    expect((await list()).data).toEqual([]);
  });
});

test('IV-16 mail from before has its invoices read by the rebuild', async () => {
  await send();
  await server.context.db.deleteFrom('invoices').where('mailbox_id', '=', person.mailbox).execute();
  expect((await list()).data).toEqual([]);
  await rebuildMailbox(server.context, person.mailbox, 'invoices', { again: true });
  await runJobsUntilIdle(server.context);
  expect((await list()).data).toHaveLength(1);
});
