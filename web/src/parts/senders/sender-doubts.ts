import type { Sender } from '@bocau/contract/fields.ts';
import type { Say } from '../../i18n/say.ts';

/** The doubts about a sender, in words; empty if there are none. */
export function doubtWords(t: Say, { doubts = [] }: Sender): string {
  return doubts.map((doubt) => t(`threadDetail.doubts.${doubt}`)).join('. ');
}

/** The true address before an untrusted name: what is truncated at the end is then the invented part. */
export function addressFirst({ name, email, others = [] }: Sender): string {
  const addresses = [email, ...others.map((other) => other.email)].filter((each) => each !== '').join(', ');
  const told = name.trim();
  if (addresses === '') return told;
  return told === '' || told === email ? addresses : `${addresses} (“${told}”)`;
}

/** The name, unless it is untrusted. */
export function shownName(sender: Sender): string {
  return isDoubtful(sender) ? addressFirst(sender) : sender.name || sender.email;
}

export function isDoubtful({ doubts = [] }: Sender): boolean {
  return doubts.length > 0;
}
