import { foldAddress } from '../../mail/people/fold-address.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { mailLimits } from '../../platform/mime/mail-limits.ts';
import { plainWords } from '../../platform/mime/plain-words.ts';
import type { MessageHeaders } from '../../tables.ts';
import { foldText } from './fold-text.ts';

/** The data of a message that filters examine. */
export type FilteredMessage = {
  /** The addresses of every From and of Sender. */
  authors: string[];
  headers: Pick<MessageHeaders, 'to' | 'cc'>;
  subject: string;
  body: string | null;
  bodyIsHtml: boolean;
  /** The words of the body, if available: complete when they are shorter than the index's limit. */
  searchText: string;
  /** The size of the whole message in bytes. */
  size: number;
  attachments: { inline: boolean }[];
};

/** The same in normalized form; each is computed on first use. */
export type MessageFacts = {
  /** Addresses, and their domains written as `@b.vn`. */
  authors(): Set<string>;
  recipients(): Set<string>;
  subject(): string;
  body(): string;
  size: number;
  hasAttachment: boolean;
  /** One of the message's invoices; null before they are read. */
  invoice: InvoiceFacts | null;
};

/** The total in đồng, if it can be said. */
export type InvoiceFacts = { seller: string; total: number | null };

/** How many characters of the body are examined. */
export const BODY_CHARACTERS = 1_048_576;

export function factsOf(message: FilteredMessage): MessageFacts {
  const { headers, size } = message;
  return {
    authors: once(() => addressKeys(message.authors)),
    recipients: once(() => addressKeys([...headers.to, ...headers.cc].map(({ email }) => email))),
    subject: once(() => foldText(message.subject)),
    body: once(() => foldText(wordsOf(message))),
    size,
    hasAttachment: message.attachments.some(({ inline }) => !inline),
    invoice: null,
  };
}

/** Normalized addresses and their domains. */
export function addressKeys(addresses: string[]): Set<string> {
  return new Set(
    addresses.flatMap((address) => {
      const folded = foldAddress(address);
      const at = folded.lastIndexOf('@');
      return at === -1 ? [folded] : [folded, folded.slice(at)];
    }),
  );
}

function wordsOf({ body, bodyIsHtml, searchText }: FilteredMessage): string {
  // Longer ones were cut for the index.
  const isWhole = searchText !== '' && searchText.length < mailLimits.searchCharacters / 2;
  if (isWhole || body === null) return searchText;
  const text = bodyIsHtml ? htmlToText(body, BODY_CHARACTERS) : body;
  return plainWords(text, BODY_CHARACTERS);
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
