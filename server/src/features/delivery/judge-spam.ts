import type { SpamVerdict } from '@bocau/contract/messages.ts';
import type { Recipient } from '../../mail/incoming/find-recipient.ts';
import type { SpamFilter, SpamFinding } from '../../platform/rspamd/spam-filter.ts';
import type { FrontResults } from '../../platform/smtp/front-results.ts';
import { readFrontSpam } from '../../platform/smtp/front-spam.ts';
import type { ArrivingMessage } from '../../platform/smtp/mail-types.ts';
import type { SpooledMessage } from '../../platform/smtp/spool-message.ts';
import type { Origin } from './judge-claims.ts';

/** Spam is small; what is larger than this is files. */
const BYTES_ASKED = 2 * 1024 * 1024;
/** By LMTP comes a server of our own, and from where the message came to it is not known. */
const OWN_SERVER = '127.0.0.1';

type Known = {
  origin: Origin;
  /** Null where no gateway is believed. */
  front: FrontResults | null;
};

/** Why a message that comes in is spam; null where it is not, or where nobody can tell. */
export async function judgeSpam(
  deps: { spamFilter: SpamFilter | null },
  arriving: ArrivingMessage<Recipient>,
  spooled: SpooledMessage,
  { origin, front }: Known,
): Promise<SpamVerdict | null> {
  const fromGateway = front && readFrontSpam(spooled.head);
  if (fromGateway?.isSpam) return verdictOf(fromGateway);
  if (origin === 'inside') return null;
  // A gateway that has written its name and that this is no spam has looked.
  if (fromGateway && front.found) return null;
  const found = await askFilter(deps.spamFilter, arriving, spooled);
  return found?.isSpam ? verdictOf(found) : null;
}

async function askFilter(
  spamFilter: SpamFilter | null,
  { session, envelope }: ArrivingMessage<Recipient>,
  spooled: SpooledMessage,
): Promise<SpamFinding | null> {
  if (spamFilter === null || spooled.size > BYTES_ASKED) return null;
  const raw = spooled.bytes ?? Buffer.concat(await Array.fromAsync(spooled.read()));
  const ip = session.protocol === 'lmtp' ? OWN_SERVER : session.remoteAddress;
  return spamFilter(raw, {
    from: envelope.from,
    recipients: envelope.recipients.map(({ address }) => address),
    by: { ip, helo: session.helo },
  });
}

function verdictOf({ score, reasons }: SpamFinding): SpamVerdict {
  return { score, reasons };
}
