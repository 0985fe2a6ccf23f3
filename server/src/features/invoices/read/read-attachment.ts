import yauzl, { type Entry, type ZipFile } from 'yauzl';
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

type XmlEntry = { name: string; content: Buffer };

/** Those before the place where a directory breaks off are read all the same. */
async function readXmlEntries(bytes: Buffer): Promise<XmlEntry[]> {
  const files: XmlEntry[] = [];
  try {
    for await (const file of eachXmlEntry(bytes)) {
      if (mayHoldInvoice(file.content)) files.push(file);
      if (files.length >= FILES) break;
    }
  } catch (error) {
    if (files.length === 0) throw error;
  }
  return files;
}

async function* eachXmlEntry(bytes: Buffer): AsyncGenerator<XmlEntry> {
  // Names and sizes are not judged: nothing is written under a name, no more is unpacked than the limit, and an entry that
  // tells lies must not hide the others.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false };
  const zip = await yauzl.fromBufferPromise(bytes, options);
  let entries = 0;
  let left = UNPACKED_BYTES;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > ENTRIES || left <= 0) return;
    const name = nameOf(entry);
    if (!/\.xml$/i.test(name) || !entry.canDecodeFileData()) continue;
    const limit = Math.min(left, XML_LIMITS.bytes + 1);
    const content = await readOrNull(zip, entry, limit);
    // How much was unpacked of a broken one is not known.
    left -= content?.length ?? limit;
    if (content) yield { name, content };
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

/** Null where it is broken; others may be whole. */
async function readOrNull(zip: ZipFile, entry: Entry, limit: number): Promise<Buffer | null> {
  try {
    return await readEntry(zip, entry, limit);
  } catch {
    return null;
  }
}
