import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readInvoiceFile } from '../features/invoices/read/read-invoice-file.ts';
import { invoiceCorpus } from '../test-kit/invoices/invoice-corpus.ts';
import { findXmlsec } from './debian-programs.ts';
import { runProgram } from './run-program.ts';

const xmlsec = findXmlsec();

/** The program has to be told which attributes are ids; one name of an element for each namespace. */
const IDS = [
  ['Id', 'DLHDon'],
  ['Id', 'MCCQT'],
  ['Id', 'http://kekhaithue.gdt.gov.vn/HDDT:DLHDon'],
  ['Id', 'urn:hoadon:DLHDon'],
  ['Id', 'http://www.w3.org/2000/09/xmldsig#:Object'],
  ['id', 'http://laphoadon.gdt.gov.vn/2014/09/invoicexml/v1:invoiceData'],
].flatMap(([attribute, element]) => [`--id-attr:${attribute}`, element as string]);

describe.skipIf(xmlsec === null)('xmlsec1 from Debian', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bocau-xmlsec-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(invoiceCorpus())('IV-2 has the same verdict of $name', async ({ xml, good }) => {
    const { command, env } = xmlsec as NonNullable<typeof xmlsec>;
    const path = join(folder, 'invoice.xml');
    await writeFile(path, xml);
    const options = ['--verify', '--enabled-key-data', 'x509', '--insecure', ...IDS];
    const { code, said } = await runProgram([...command, ...options, path], { env });
    const [invoice] = readInvoiceFile(Buffer.from(xml), () => undefined);
    const signature = invoice?.checks.find(({ check }) => check === 'signature');
    expect({ code: code === 0, said: said.includes('FAIL'), state: signature?.state }).toEqual(
      good ? { code: true, said: false, state: 'ok' } : { code: false, said: true, state: 'failed' },
    );
  });
});
