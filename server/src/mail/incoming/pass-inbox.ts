import { foldAddress } from '../people/fold-address.ts';
import { threadKeysOf } from '../threads/join-threads.ts';
import type { KnownKey } from '../threads/threads.store.ts';
import type { Incoming } from './incoming.ts';
import type { Filing } from './mail-rules.ts';

/**
 * New mail of a muted conversation goes to the archive, unread, and nobody is told of it; what is written to the mailbox alone
 * comes in as ever. What is known of the threads says whether there is anything to do, so that other mail costs no statement.
 */
export function passInbox(filing: Filing, message: Incoming, known: KnownKey[]): Filing {
  if (!known.some(({ muted }) => muted)) return filing;
  const keys = new Set(threadKeysOf([message]));
  // It joins a conversation that is not muted where it names one.
  const named = known.filter(({ key }) => keys.has(key));
  if (named.length === 0 || !named.every(({ muted }) => muted)) return filing;
  if (isToOneAlone(message)) return { ...filing, muted: { quiet: false } };
  return {
    ...filing,
    muted: { quiet: true },
    folder: filing.folder === 'INBOX' ? 'Archive' : filing.folder,
  };
}

function isToOneAlone({ headers, arrival }: Incoming): boolean {
  const named = [...headers.to, ...headers.cc, ...headers.bcc].map(({ email }) => foldAddress(email));
  const recipient = arrival && foldAddress(arrival.recipient);
  return named.length > 0 && named.every((address) => address === recipient);
}
