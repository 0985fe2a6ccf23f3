import type { Message } from '@bocau/contract/messages.ts';
import { IconArrowBackUp, IconArrowBackUpDouble, IconArrowForwardUp } from '@tabler/icons-react';

const WAYS = [
  { how: 'reply', icon: IconArrowBackUp },
  { how: 'reply_all', icon: IconArrowBackUpDouble },
  { how: 'forward', icon: IconArrowForwardUp },
] as const;

/** The ways to answer a message; a message not sent yet, or a periodic one, can't be answered. */
export function answerWays(message: Message, own: ReadonlySet<string>): readonly (typeof WAYS)[number][] {
  if (!isAnswerable(message)) return [];
  return WAYS.filter(({ how }) => how !== 'reply_all' || hasOthers(message, own));
}

export function isAnswerable({ is_draft, state, period, intended_time }: Message): boolean {
  return !is_draft && state !== 'sending' && period === null && intended_time === null;
}

function hasOthers({ from, to, cc, bcc }: Message, own: ReadonlySet<string>): boolean {
  const others = [from, ...to, ...cc, ...bcc]
    .map(({ email }) => email.toLowerCase())
    .filter((email) => email !== '' && !own.has(email));
  return new Set(others).size > 1;
}
