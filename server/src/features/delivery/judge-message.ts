import type { SenderChecks, SpamVerdict } from '@bocau/contract/messages.ts';
import type { FindOwnDomains } from '../../mail/incoming/domain-cache.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import type { SpamFilter, SpamFinding } from '../../platform/rspamd/spam-filter.ts';
import type { FrontResults } from '../../platform/smtp/front-results.ts';
import { readFrontSpam } from '../../platform/smtp/front-spam.ts';
import type { ArrivingMessage } from '../../platform/smtp/mail-types.ts';
import type { SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import type { SpooledMessage } from '../../platform/smtp/spool-message.ts';
import { claimedNames, type Origin, originOf, senderChecks, withFrontSpf } from './judge-claims.ts';
import { findPlainSpam } from './plain-spam.ts';

/** Spam is small; anything larger is attachments. */
const BYTES_ASKED = 2 * 1024 * 1024;
/** Mail over LMTP comes from a server of our own, and its original client is unknown. */
const OWN_SERVER = '127.0.0.1';

/** The findings about an incoming message, before any rules of its recipients. */
export type Judged = { origin: Origin; spam: SpamVerdict | null; checks: SenderChecks | null };

type Judging = {
  mail: ParsedMail;
  /** Our verdict on its sender; it may wait for DNS. */
  judging: Promise<SenderVerdict | null>;
  /** Null when no gateway is trusted. */
  front: FrontResults | null;
};
type JudgeDeps = { findOwnDomains: FindOwnDomains; spamFilter: SpamFilter | null };

export async function judgeMessage(
  deps: JudgeDeps,
  arriving: ArrivingMessage<unknown>,
  spooled: SpooledMessage,
  { mail, judging, front }: Judging,
): Promise<Judged> {
  const ours = await deps.findOwnDomains(claimedNames(mail));
  const { protocol } = arriving.session;
  // Most mail claims no local domain: its spam filter need not wait for DNS.
  const origin = ours.size === 0 ? 'outside' : originOf(ours, protocol, await judging, front, mail);
  let found: Promise<SenderChecks | null> | undefined;
  const checks = () => {
    found ??= judging.then((verdict) => {
      const checked = withFrontSpf(verdict, front?.spf ?? null);
      return checked && senderChecks(checked, mail);
    });
    return found;
  };
  const spam = await judgeSpam(deps, arriving, spooled, { origin, front, mail, checks });
  return { origin, spam, checks: await checks() };
}

type Known = Pick<Judging, 'mail' | 'front'> & {
  origin: Origin;
  checks(): Promise<SenderChecks | null>;
};

/** Why a message is spam; null when it is not, or unknown. */
async function judgeSpam(
  deps: JudgeDeps,
  arriving: ArrivingMessage<unknown>,
  spooled: SpooledMessage,
  { origin, front, mail, checks }: Known,
): Promise<SpamVerdict | null> {
  const fromGateway = front && readFrontSpam(spooled.head);
  if (fromGateway?.isSpam) return verdictOf(fromGateway);
  if (origin === 'inside') return null;
  // A gateway that wrote its results without a spam mark has checked the message.
  if (fromGateway && front.found) return null;
  const found = await askFilter(deps.spamFilter, arriving, spooled);
  if (found) return found.isSpam ? verdictOf(found) : null;
  const reasons = findPlainSpam(mail, await checks());
  return reasons.length > 0 ? { score: null, reasons } : null;
}

async function askFilter(
  spamFilter: SpamFilter | null,
  { session, envelope }: ArrivingMessage<unknown>,
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
