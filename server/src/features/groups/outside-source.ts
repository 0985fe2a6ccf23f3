import { domainToASCII } from 'node:url';
import type { Sender } from '@bocau/contract/fields.ts';
import { findReadableKey, sealForward } from '../../mail/forwarding/seal-forward.ts';
import type { GroupMessage } from '../../mail/groups/group-messages.store.ts';
import { leaveLine } from '../../mail/groups/leave-fields.ts';
import { verifiedDomains } from '../../mail/incoming/recipients.store.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { behind } from '../../platform/blobs/behind.ts';
import { readHead } from '../../platform/blobs/read-head.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { behindReturnPath } from '../../platform/smtp/forward-trace.ts';
import { domainOf, type SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import { stripClaims } from '../../platform/smtp/strip-claims.ts';
import { type DkimKey, signMessage } from '../../platform/smtp-out/sign-message.ts';
import { AUTHOR_FIELDS, authorFields, UNSUBSCRIBE_FIELDS } from './author-fields.ts';
import { type FromFate, fateOfFrom } from './keep-from.ts';

export type OutsideDeps = SendingDeps & {
  dkim: DkimKey | null;
  secrets: SecretBox | null;
  config: { mail: { name: string } };
};

type Open = () => Promise<AsyncIterable<Uint8Array>>;

/**
 * The source of what leaves to members elsewhere, which all of them share: in the author's name where others accept
 * that, sealed, with the way out in front. The same bytes for every page of members.
 */
export async function makeOutsideSource(deps: OutsideDeps, message: GroupMessage): Promise<string> {
  const { blobs, parser } = deps;
  const { blob, envelopeSender, facts, group } = message;
  const at = new Date(message.receivedAt * 1000);
  const [stat, head] = await Promise.all([blobs.stat(blob), readHead(blobs, blob)]);
  if (!stat || !head) throw new Error('The source of a message to a group is missing');
  const { from, fromFields, replyTo } = await parser.parse(blob, stat.size);
  const source: Open = async () => blobs.open(blob, { start: behindReturnPath(head), end: stat.size });
  const signature = await signForAuthor(deps, message, from, { source, at });
  const checks = facts.checks as SenderVerdict | null;
  const fate = fateOfFrom({
    ...{ head, checks },
    isOne: fromFields === 1 && from.email !== '' && from.doubts === undefined,
    isOurs: signature !== null || isOfGroup(message, from),
  });
  const fields =
    fate === 'replaced' ? authorFields(from, replyTo, asciiAddress(group.address)) : (signature ?? '');
  const changed: Open = async () => behind(Buffer.from(fields), withoutFields(fate, await source()));
  const { domain } = group;
  const seal =
    checks === null ? '' : await sealForward(deps, domain, { envelopeSender, verdict: checks, at }, changed);
  return (await blobs.put(behind(Buffer.from(leaveLine(group.address) + seal), await changed()))).key;
}

/** What a signature covers that holds is left as it is. */
function withoutFields(fate: FromFate, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (fate === 'signed') return source;
  const ownHeaders = [...UNSUBSCRIBE_FIELDS, ...(fate === 'replaced' ? AUTHOR_FIELDS : [])];
  return stripClaims(source, { authservIds: [], ownHeaders });
}

/** DMARC holds by the envelope and by the signature of the group's domain, for whoever was proven to write. */
function isOfGroup({ facts, group }: GroupMessage, from: Sender): boolean {
  return facts.proven && ascii(domainOf(from.email)) === ascii(group.domain);
}

/** The signature of another domain that is ours too, whose person wrote here; null where there is none. */
async function signForAuthor(
  deps: OutsideDeps,
  { facts, group }: GroupMessage,
  from: Sender,
  { source, at }: { source: Open; at: Date },
): Promise<string | null> {
  const domain = ascii(domainOf(from.email));
  if (facts.outgoing === null || !facts.proven || domain === '' || domain === ascii(group.domain))
    return null;
  const isOurs = (await verifiedDomains(deps.db, [domain])).has(domain);
  const key = isOurs ? await findReadableKey(deps, domain) : null;
  return key === null ? null : signMessage(withoutFields('kept', await source()), { key, domain, at });
}

function ascii(domain: string): string {
  return domainToASCII(domain) || domain;
}

function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${ascii(address.slice(at + 1))}`;
}
