import { clip } from './clip-text.ts';
import { decodeHeaderText } from './decode-words.ts';
import { headerValue, splitHeaders } from './split-headers.ts';

/** The status of one recipient in a report (RFC 3464). */
export type ReportedRecipient = {
  /** As the reporting server knew it, and as originally given; at least one is always present. */
  addresses: string[];
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** `5.1.1` */
  status: string | null;
  /** The reply of the server that refused it. */
  diagnostic: string | null;
};

const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
const MOST_RECIPIENTS = 1000;
const LONGEST_TEXT = 500;

/** The envelope id that the sender gave, as the report repeats it (RFC 3464, 2.2.1); null when absent. */
export function readEnvelopeId(bytes: Buffer): string | null {
  const { fields } = splitHeaders(bytes, 0, bytes.length);
  return headerValue(fields, 'original-envelope-id')?.trim() ?? null;
}

/** Parses a part of the type message/delivery-status: bounded, never throws, skips what it cannot read. */
export function readDeliveryStatus(bytes: Buffer): ReportedRecipient[] {
  const recipients: ReportedRecipient[] = [];
  let at = 0;
  while (at < bytes.length && recipients.length < MOST_RECIPIENTS) {
    const { fields, bodyStart } = splitHeaders(bytes, at, bytes.length);
    if (bodyStart <= at) break;
    at = bodyStart;
    const value = (name: string) => {
      const found = headerValue(fields, name);
      return found === null || found === undefined
        ? null
        : // Long lines are broken with as many spaces as it pleases.
          clip(decodeHeaderText(found, null).replace(/\s+/g, ' ').trim(), LONGEST_TEXT);
    };
    const addresses = ['original-recipient', 'final-recipient'].flatMap(
      (name) => addressIn(value(name)) ?? [],
    );
    const action = ACTIONS.find((known) => known === value('action')?.toLowerCase());
    if (addresses.length === 0 || action === undefined) continue;
    recipients.push({
      addresses: [...new Set(addresses)],
      action,
      status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(value('status') ?? '')?.[0] ?? null,
      diagnostic: afterType(value('diagnostic-code')),
    });
  }
  return recipients;
}

/** `rfc822; ai@vpp.example` */
function addressIn(value: string | null): string | null {
  const address = afterType(value)?.replace(/^<|>$/g, '') ?? '';
  return address.includes('@') ? address : null;
}

/** `smtp; 550 5.1.1 User unknown` */
function afterType(value: string | null): string | null {
  if (value === null) return null;
  const rest = value.replace(/^[\w-]+\s*;\s*/, '').trim();
  return rest === '' ? null : rest;
}
