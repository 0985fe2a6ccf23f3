import type { Invitation } from '@bocau/contract/invitations.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { type Origin, provenAuthor } from '../../mail/people/proven-author.ts';
import { type CalendarMark, isLater } from '../../platform/mime/calendar-mark.ts';

/** A calendar file of a mailbox that names the same event, whoever sent it. */
export type EventVersion = { file: string; mark: CalendarMark } & Origin;

export type OpenedVersion = {
  kind: Invitation['kind'];
  mark: CalendarMark;
  /** As addresses are compared. */
  organiser: string | null;
  /** Who the organiser had it sent by, as the file itself says. */
  sentBy: string | null;
  author: string | null;
  /** As addresses are compared. */
  invited: string[];
  /** The organiser has an address here, where everybody can prove who they are. */
  isOrganiserHere: boolean;
};

/** What those who are invited send (RFC 5546, 3.2); everything else is the organiser's. */
const BY_INVITED = new Set(['REPLY', 'COUNTER', 'REFRESH']);

export type Standing = Pick<Invitation, 'replaced_by' | 'disputed_by' | 'unproven'>;

/**
 * What the others are to the one that was opened. Everybody who was invited knows the uid, the organiser and the
 * sequence, and what was stored first may be forged: so only the organiser, or who sends for them by the word of the
 * opened file, replaces it, and a proven version of the organiser's goes before any that is not.
 */
export function standingOf(opened: OpenedVersion, versions: EventVersion[]): Standing {
  const { author, kind, mark, organiser, sentBy } = opened;
  // An answer of somebody else is no version.
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
  return {
    replaced_by: next
      ? kindOf(next)
      : original && !isOwn
        ? kindOf(original) === 'cancellation'
          ? 'cancellation'
          : 'original'
        : null,
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

/** Whether it is of what the organiser sends, and not an answer to them. */
export function isOrganisers({ kind, mark }: Pick<OpenedVersion, 'kind' | 'mark'>): boolean {
  return kind === 'cancel' || !BY_INVITED.has(mark.method);
}

/** What nothing proves of a calendar file that has no uid, and so no other versions. */
export function isUnprovenAlone(opened: Omit<OpenedVersion, 'mark'>): boolean {
  if (opened.kind === 'reply') return !isOfInvited(opened);
  if (opened.author !== null && opened.author === opened.organiser) return false;
  return opened.kind === 'cancel' || isDoubtfulFirst(opened);
}

/** An answer is the author's own: who answers for others as well, or for no one, is not believed. */
function isOfInvited({ author, invited }: Pick<OpenedVersion, 'author' | 'invited'>): boolean {
  return author !== null && invited.length > 0 && invited.every((address) => address === author);
}

/**
 * Whether an event that nobody knew before should be proved to be its organiser's: where they are here. Elsewhere many
 * sign nothing, and services send for many. A proven author of the organiser's domain may send it for them.
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
 * Whether who sent it does so for the organiser by more than their own word: the other versions name them, and the
 * organiser's own alone decide where there are any. Nothing else speaks for a stranger to an organiser who is here, nor
 * what a stranger sent before; a colleague of the organiser's is believed at first, and so goes on with their own.
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

function kindOf({ mark }: EventVersion): 'update' | 'cancellation' {
  return mark.method === 'CANCEL' ? 'cancellation' : 'update';
}

function latest(versions: EventVersion[]): EventVersion | undefined {
  return versions.toSorted((a, b) => (isLater(a.mark, b.mark) ? -1 : isLater(b.mark, a.mark) ? 1 : 0))[0];
}
