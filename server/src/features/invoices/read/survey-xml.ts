import type { SaxesTagNS } from 'saxes';
import { type Budget, walkXml } from './walk-xml.ts';
import type { Tree } from './xml-tree.ts';

export type FoundInvoice = {
  /** `DLHDon` of the format of 2021, `invoiceData` of that of 2014. */
  data: Tree;
  /** Elements in which it is, from the outermost to its parent. */
  within: readonly number[];
  /** Its parent and what is in that besides: elements from `first` to `last`. */
  first: number;
  last: number;
  /** The number of the tax authority, which stands beside it. */
  authorityCode: string;
};

export type FoundSignature = {
  tree: Tree;
  within: readonly number[];
  /** Names of the elements in which it is. */
  path: readonly string[];
};

export type Survey = {
  invoices: FoundInvoice[];
  signatures: FoundSignature[];
  /** Elements by their ids: several where an id is given twice. */
  ids: ReadonlyMap<string, readonly number[]>;
};

const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
const INVOICE_NAMES = new Set(['DLHDon', 'invoiceData']);
const ID_NAMES = new Set(['Id', 'ID', 'id', 'xml:id']);
const MOST_INVOICES = 50;
const MOST_SIGNATURES = 20;

/** The invoices and signatures of a file, and where they stand. */
export function surveyXml(xml: string, budget: Budget): Survey {
  const invoices: FoundInvoice[] = [];
  const signatures: FoundSignature[] = [];
  const ids = new Map<string, number[]>();
  const opened: { ordinal: number; name: string; waiting: FoundInvoice[] }[] = [];
  const building: Tree[] = [];
  let codes: { parent: number; tree: Tree }[] = [];

  function open(tag: SaxesTagNS, ordinal: number): void {
    for (const name in tag.attributes) {
      if (!ID_NAMES.has(name)) continue;
      const value = (tag.attributes[name] as { value: string }).value;
      const known = ids.get(value);
      if (known) known.push(ordinal);
      else ids.set(value, [ordinal]);
    }
    const parent = building.at(-1);
    const isSignature = tag.local === 'Signature' && tag.uri === SIGNATURE_NAMESPACE;
    const begins = INVOICE_NAMES.has(tag.local) || tag.local === 'MCCQT' || isSignature;
    if (parent !== undefined || begins) {
      const tree = treeOf(tag, ordinal);
      parent?.children.push(tree);
      if (parent === undefined) begin(tree, isSignature);
      // A signature within the invoice data belongs to it, and is one besides.
      else if (isSignature) addSignature(tree);
      building.push(tree);
    }
    opened.push({ ordinal, name: tag.local, waiting: [] });
  }

  function begin(tree: Tree, isSignature: boolean): void {
    const parent = opened.at(-1);
    if (isSignature) addSignature(tree);
    else if (tree.name === 'MCCQT') codes.push({ parent: parent?.ordinal ?? 0, tree });
    else if (invoices.length < MOST_INVOICES) {
      const within = opened.map(({ ordinal }) => ordinal);
      const first = parent?.ordinal ?? tree.ordinal;
      const found = { data: tree, within, first, last: Number.POSITIVE_INFINITY, authorityCode: '' };
      invoices.push(found);
      parent?.waiting.push(found);
    }
  }

  function codeBeside({ namespace }: Tree, parent: number): string {
    const code = codes.find((one) => one.parent === parent && one.tree.namespace === namespace);
    return code?.tree.text.trim() ?? '';
  }

  function addSignature(tree: Tree): void {
    if (signatures.length >= MOST_SIGNATURES) return;
    const within = opened.map(({ ordinal }) => ordinal);
    signatures.push({ tree, within, path: opened.map(({ name }) => name) });
  }

  let last = 0;
  walkXml(
    xml,
    {
      open(tag, ordinal) {
        last = ordinal;
        open(tag, ordinal);
      },
      close(ordinal) {
        if (building.at(-1)?.ordinal === ordinal) building.pop();
        for (const found of opened.pop()?.waiting ?? []) {
          found.last = last;
          found.authorityCode = codeBeside(found.data, ordinal);
        }
        if (codes.length > 0) codes = codes.filter(({ parent }) => parent !== ordinal);
      },
      text(text) {
        const tree = building.at(-1);
        if (tree !== undefined) tree.text += text;
      },
    },
    budget,
  );
  return { invoices, signatures, ids };
}

function treeOf(tag: SaxesTagNS, ordinal: number): Tree {
  return {
    name: tag.local,
    namespace: tag.uri,
    ordinal,
    attributes: attributesOf(tag),
    text: '',
    children: [],
  };
}

const NO_ATTRIBUTES = {};

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  let attributes: Record<string, string> | null = null;
  for (const name in tag.attributes) {
    attributes ??= {};
    attributes[name] = (tag.attributes[name] as { value: string }).value;
  }
  return attributes ?? NO_ATTRIBUTES;
}
