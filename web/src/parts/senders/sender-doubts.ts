import type { Sender } from '@bocau/contract/fields.ts';
import type { Say } from '../../i18n/say.ts';

/** What is doubtful about a sender, in words; nothing where nothing is. */
export function doubtWords(t: Say, { doubts = [] }: Sender): string {
  return doubts.map((doubt) => t(`threadDetail.doubts.${doubt}`)).join('. ');
}

/** The true address before the name that is not to be believed: what is cut off at the end is the invention. */
export function addressFirst({ name, email, others = [] }: Sender): string {
  const addresses = [email, ...others.map((other) => other.email)].filter((each) => each !== '').join(', ');
  const told = name.trim();
  if (addresses === '') return told;
  return told === '' || told === email ? addresses : `${addresses} (“${told}”)`;
}

/** The name, unless it is not to be believed. */
export function shownName(sender: Sender): string {
  return isDoubtful(sender) ? addressFirst(sender) : sender.name || sender.email;
}

export function isDoubtful({ doubts = [] }: Sender): boolean {
  return doubts.length > 0;
}
