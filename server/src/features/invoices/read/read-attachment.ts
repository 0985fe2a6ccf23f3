import yauzl from 'yauzl';
import { readEntry } from '../../../platform/zip/read-entry.ts';
import { type CheckedInvoice, mayHoldInvoice, readInvoiceFile } from './read-invoice-file.ts';
import { cpuBudget, XML_LIMITS, XmlError } from './walk-xml.ts';

/** An invoice, and the name of its file where that is in an archive. */
export type AttachedInvoice = CheckedInvoice & { entry: string | null };

const ENTRIES = 500;
const FILES = 50;
const UNPACKED_BYTES = 48 * 1024 ** 2;
const LONGEST_NAME = 200;

/** The invoices of an attachment: an XML, or an archive with some. */
export async function readAttachment(bytes: Buffer): Promise<AttachedInvoice[]> {
  const budget = cpuBudget();
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04')
    return readInvoiceFile(bytes, budget).map((invoice) => ({ ...invoice, entry: null }));
  const invoices: AttachedInvoice[] = [];
  for (const { name, content } of await readXmlEntries(bytes)) {
    try {
      const read = readInvoiceFile(content, budget);
      invoices.push(...read.map((invoice) => ({ ...invoice, entry: name.slice(-LONGEST_NAME) })));
    } catch (error) {
      // Another one of the archive may be whole.
      if (!(error instanceof XmlError)) throw error;
    }
  }
  return invoices;
}

async function readXmlEntries(bytes: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files: { name: string; content: Buffer }[] = [];
  let entries = 0;
  let left = UNPACKED_BYTES;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > ENTRIES || files.length >= FILES || left <= 0) break;
    if (!/\.xml$/i.test(entry.fileName)) continue;
    const content = await readEntry(zip, entry, Math.min(left, XML_LIMITS.bytes + 1));
    left -= content.length;
    if (mayHoldInvoice(content)) files.push({ name: entry.fileName, content });
  }
  return files;
}
