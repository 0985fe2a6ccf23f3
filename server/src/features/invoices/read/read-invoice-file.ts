import type { InvoiceCheck, InvoiceSigner } from '@bocau/contract/invoices.ts';
import { checkInvoice, signerKeyOf, signersOf } from '../check/check-invoice.ts';
import { type CheckedSignature, checkSignatures } from '../check/check-signatures.ts';
import { decodeXml } from './decode-xml.ts';
import { read2014Invoice } from './read-2014-invoice.ts';
import type { ReadInvoice } from './read-invoice.ts';
import { readVatInvoice } from './read-vat-invoice.ts';
import { type FoundInvoice, surveyXml } from './survey-xml.ts';
import { type Budget, cpuBudget, TooLargeError, XML_LIMITS } from './walk-xml.ts';
import { find } from './xml-tree.ts';

export type CheckedInvoice = ReadInvoice & {
  checks: InvoiceCheck[];
  signers: InvoiceSigner[];
  signer_key: string;
};

/** The invoices of an XML file with what was checked; none where it is something else. */
export function readInvoiceFile(bytes: Uint8Array, budget: Budget = cpuBudget()): CheckedInvoice[] {
  if (bytes.length > XML_LIMITS.bytes || !mayHoldInvoice(bytes)) return [];
  const xml = decodeXml(bytes);
  const survey = surveyXml(xml, budget);
  const invoices = survey.invoices.filter(isInvoice);
  if (invoices.length === 0) return [];
  const signaturesOf = checkedWithin(() => checkSignatures(xml, survey, budget));
  return invoices.map((found) => {
    const invoice = found.data.name === 'DLHDon' ? readVatInvoice(found) : read2014Invoice(found);
    const signatures = signaturesOf?.(found) ?? null;
    return {
      ...invoice,
      checks: checkInvoice(invoice, signatures),
      signers: signersOf(signatures),
      signer_key: signerKeyOf(signatures),
    };
  });
}

/** Neither is in any other XML. In UTF-16 the names are not found by their bytes, so such files are read. */
export function mayHoldInvoice(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    buffer.includes('DLHDon') ||
    buffer.includes('invoiceData') ||
    buffer.subarray(0, 4).includes(0) ||
    buffer[0] === 0xff ||
    buffer[0] === 0xfe
  );
}

function isInvoice({ data }: FoundInvoice): boolean {
  const parts = data.name === 'DLHDon' ? ['TTChung', 'NDHDon'] : ['invoiceNumber', 'seller'];
  return parts.some((name) => find(data, name) !== undefined);
}

function checkedWithin(
  check: () => ReturnType<typeof checkSignatures>,
): ((invoice: FoundInvoice) => CheckedSignature[]) | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof TooLargeError) return null;
    throw error;
  }
}
