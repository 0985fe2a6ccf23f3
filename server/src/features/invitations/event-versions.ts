import type { Invitation } from '@bocau/contract/invitations.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { type Origin, provenAuthor } from '../../mail/people/proven-author.ts';
import { type CalendarMark, isLater } from '../../platform/mime/calendar-mark.ts';

/** A calendar file of a mailbox for the same event, from any sender. */
export type EventVersion = { file: string; mark: CalendarMark } & Origin;

export type OpenedVersion = {
  kind: Invitation['kind'];
  mark: CalendarMark;
  /** The normalized address. */
  organiser: string | null;
  /** Who sends for the organiser, according to the file itself. */
  sentBy: string | null;
  author: string | null;
  /** The normalized address in From, whoever wrote it there. */
  sender: string | null;
  /** The organiser's event as it stands in the calendar. */
  kept: CalendarMark | null;
  /** The normalized addresses. */
  invited: string[];
  /** The organiser has a local address, where everyone can be authenticated. */
  isOrganiserHere: boolean;
};

/** Methods sent by invitees (RFC 5546, 3.2); all others are the organiser's. */
const BY_INVITED = new Set(['REPLY', 'COUNTER', 'REFRESH']);

export type Standing = Pick<Invitation, 'replaced_by' | 'disputed_by' | 'unproven'>;

/**
 * The relation of the other versions to the opened one. Every invitee knows the uid, the organiser and the
 * sequence, and the version stored first may be forged: so only the organiser, or someone who sends for them
 * according to the opened file, supersedes it, and a proven version of the organiser's takes precedence over
 * unproven ones.
 */
export function standingOf(opened: OpenedVersion, versions: EventVersion[]): Standing {
  const { author, kind, mark, organiser, sentBy } = opened;
  // Another invitee's answer is not a version.
  const others = versions.filter(
    (one) => one.mark.recurrence === mark.recurrence && /^(REQUEST|CANCEL|PUBLISH)$/.test(one.mark.method),
  );
  const authors = new Map(others.map((one) => [one, provenAuthor(one)]));
  const by = (...allowed: (string | null)[]) =>
    others.filter((one) => {
      const known = authors.get(one) ?? null;
      return known !== null && allowed.includes(known);
    });
  const later = (found: EventVersion[]) => latest(found.filter((one) => isLater(one.mark, mark)));

  const isOwn = (author !== null && author === organiser) || isSentFor(opened, others, authors);
  const next = organiser === null ? undefined : later(by(organiser, sentBy, isOwn ? author : null));
  const original = latest(by(organiser));
  const differing = others.filter((one) => isLater(one.mark, mark) || isLater(mark, one.mark));
  const claim = next ? undefined : later(others);
  const placeTakenBy = () => {
    if (original && kindOf(original) === 'cancellation') return 'cancellation';
    return original || changesAsStranger(opened, versions) ? 'original' : null;
  };
  return {
    // An answer takes nobody's place.
    replaced_by: next ? kindOf(next) : isOwn || !isOrganisers(opened) ? null : placeTakenBy(),
    disputed_by: claim
      ? { kind: kindOf(claim), sender: { name: claim.sender.name, email: claim.sender.email } }
      : null,
    unproven: !isOrganisers(opened)
      ? !isOfInvited(opened)
      : !isOwn &&
        (kind === 'cancel' ||
          differing.length > 0 ||
          (kind === 'request' && mark.sequence > 0) ||
          isDoubtfulFirst(opened)),
  };
}

/** Whether it is sent by the organiser, as opposed to an answer to them. */
export function isOrganisers({ kind, mark }: Pick<OpenedVersion, 'kind' | 'mark'>): boolean {
  return kind === 'cancel' || !BY_INVITED.has(mark.method);
}

/** The unproven claims of a calendar file without a uid, which has no other versions. */
export function isUnprovenAlone(opened: Omit<OpenedVersion, 'mark'>): boolean {
  if (opened.kind === 'reply' || opened.kind === 'counter') return !isOfInvited(opened);
  if (opened.author !== null && opened.author === opened.organiser) return false;
  return opened.kind === 'cancel' || isDoubtfulFirst(opened);
}

/**
 * An answer must be its author's own: one for several invitees, or for none, is not trusted. Whoever proposes another
 * time may name the others beside themselves.
 */
function isOfInvited({ author, invited, kind }: Pick<OpenedVersion, 'author' | 'invited' | 'kind'>): boolean {
  if (author === null) return false;
  if (kind === 'counter') return invited.includes(author);
  return invited.length > 0 && invited.every((address) => address === author);
}

/**
 * Whether a previously unknown event must be proven to be its organiser's: when the organiser is local.
 * Elsewhere many do not sign, and services send for many. A proven author of the organiser's domain may send
 * it for them.
 */
function isDoubtfulFirst({
  author,
  isOrganiserHere,
  organiser,
  sentBy,
}: Omit<OpenedVersion, 'mark'>): boolean {
  if (!isOrganiserHere || organiser === null || author === organiser) return false;
  return author === null || author !== sentBy || domainOf(author) !== domainOf(organiser);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * Whether the sender acts for the organiser by more than their own claim: other versions name them, and only
 * the organiser's own versions count when there are any. Nothing else authorizes an outsider to send for a
 * local organiser, nor does an outsider's earlier version; a colleague of the organiser's is trusted at
 * first, and so continues with their own versions.
 */
function isSentFor(
  { author, isOrganiserHere, organiser }: OpenedVersion,
  others: EventVersion[],
  authors: Map<EventVersion, string | null>,
): boolean {
  if (author === null || organiser === null) return false;
  const isStranger = domainOf(author) !== domainOf(organiser);
  const ofOrganiser = others.filter(
    (one) =>
      one.mark.organiser &&
      foldAddress(one.mark.organiser) === organiser &&
      !(isStranger && authors.get(one) === author),
  );
  const proven = ofOrganiser.filter((one) => authors.get(one) === organiser);
  const deciding = proven.length > 0 || (isOrganiserHere && isStranger) ? proven : ofOrganiser;
  return (
    deciding.length > 0 && deciding.every(({ mark }) => mark.sentBy && foldAddress(mark.sentBy) === author)
  );
}

/**
 * CL-439: whether it would change an event in the calendar, and is of nobody who has asked to that one. Of somebody here
 * everything can be proven; elsewhere the organiser may not sign, and a service that asks for them is known by its address.
 */
function changesAsStranger(
  { author, isOrganiserHere, kept, mark, organiser, sender }: OpenedVersion,
  versions: EventVersion[],
): boolean {
  if (!kept || !isLater(mark, kept)) return false;
  const isNamed = kept.sentBy !== undefined && foldAddress(kept.sentBy) === author;
  const hasAsked = versions.some(
    (one) => foldAddress(one.sender.email) === sender && !isLater(one.mark, kept) && !isLater(kept, one.mark),
  );
  return !isNamed && (isOrganiserHere || (sender !== organiser && !hasAsked));
}

function kindOf({ mark }: EventVersion): 'update' | 'cancellation' {
  return mark.method === 'CANCEL' ? 'cancellation' : 'update';
}

function latest(versions: EventVersion[]): EventVersion | undefined {
  return versions.toSorted((a, b) => (isLater(a.mark, b.mark) ? -1 : isLater(b.mark, a.mark) ? 1 : 0))[0];
}
