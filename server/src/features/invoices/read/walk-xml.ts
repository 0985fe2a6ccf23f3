import { SaxesParser, type SaxesTagNS } from 'saxes';

/** What one file may cost: what goes beyond it is not read, or its signatures are not checked. */
export const XML_LIMITS = {
  bytes: 8 * 1024 ** 2,
  elements: 400_000,
  depth: 60,
  attributes: 60,
  /** Of processor time over all that is done with an attachment: 10,000 signed lines take 150 to 900, as busy as the machine is. */
  cpuMs: 1500,
} as const;

export class XmlError extends Error {
  override name = 'XmlError';
}

/** Thrown where a limit is reached. */
export class TooLargeError extends XmlError {
  override name = 'TooLargeError';
}

export type XmlHandler = {
  /** `ordinal` counts elements in the order of the document, from 1. */
  open(tag: SaxesTagNS, ordinal: number): void;
  close(ordinal: number): void;
  text(text: string): void;
  instruction?(target: string, body: string): void;
  comment?(text: string): void;
};

/** Throws where more processor time was used than is left. */
export type Budget = () => void;

export function cpuBudget(ms: number = XML_LIMITS.cpuMs): Budget {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    if ((user + system) / 1000 > ms) throw new TooLargeError('takes too much processor time');
  };
}

const STEP = 64 * 1024;

/**
 * Reads XML in order, without a tree of it. There are no entities but those of XML itself and nothing external: a document type
 * is refused.
 */
export function walkXml(xml: string, handler: XmlHandler, budget: Budget): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const opened: number[] = [];
  let elements = 0;
  parser.on('error', (error) => {
    throw new XmlError(error.message.slice(0, 200));
  });
  parser.on('doctype', () => {
    throw new XmlError('has a document type');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > XML_LIMITS.elements) throw new TooLargeError('has too many elements');
    if (opened.length >= XML_LIMITS.depth) throw new TooLargeError('is nested too deeply');
    opened.push(elements);
    handler.open(tag, elements);
  });
  parser.on('attribute', countAttributes(parser));
  parser.on('closetag', () => handler.close(opened.pop() as number));
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('processinginstruction', ({ target, body }) => handler.instruction?.(target, body));
  parser.on('comment', (text) => handler.comment?.(text));
  for (let at = 0; at < xml.length; at += STEP) {
    budget();
    parser.write(xml.slice(at, at + STEP));
  }
  parser.close();
}

/** The parser tells attributes before their element, so that too many are refused while they come. */
function countAttributes(parser: SaxesParser<{ xmlns: true; position: false }>): () => void {
  let count = 0;
  parser.on('opentagstart', () => {
    count = 0;
  });
  return () => {
    count += 1;
    if (count > XML_LIMITS.attributes) throw new TooLargeError('has too many attributes');
  };
}
