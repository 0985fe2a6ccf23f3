import type { Message } from '@bocau/contract/messages.ts';
import { IconArrowBackUp, IconArrowBackUpDouble, IconArrowForwardUp } from '@tabler/icons-react';

const WAYS = [
  { how: 'reply', icon: IconArrowBackUp },
  { how: 'reply_all', icon: IconArrowBackUpDouble },
  { how: 'forward', icon: IconArrowForwardUp },
] as const;

/** How a message can be answered; what has not been sent yet, or is sent again and again, can not be. */
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
