import type { PeriodicRule } from '@bocau/contract/messages.ts';
import type { Say } from '../../../i18n/say.ts';
import type {
  ComposeRecipient,
  SendFailure,
  SendHow,
  SendKind,
  Sharing,
} from '../../../model/compose/compose-model.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { failureWords } from '../../../parts/sending/failure-words.ts';
import { ask, type EarlyEnd } from '../dialogs/dialog-requests.ts';

/** The time or the rule of a planned send; null: back to the message. */
export async function askWhen(kind: 'schedule' | 'period'): Promise<SendHow | null> {
  if (kind === 'schedule') {
    const at = await ask<number | null>((answer) => ({ kind, at: null, answer }));
    return at === null ? null : { type: 'schedule', at };
  }
  const rule = await ask<PeriodicRule | null>((answer) => ({ kind, rule: null, answer }));
  return rule === null ? null : { type: 'period', rule };
}

/** When the conversation comes back that is answered. */
export async function askAside(): Promise<SendHow | null> {
  const until = await ask<number | null | false>((answer) => ({ kind: 'later', answer }));
  return until === false ? null : { type: 'send', aside: { to: 'later', until } };
}

type Shared = { ids: readonly string[]; how: SendHow; refused: EarlyEnd | null };

/** SH-1; null: back to the message, and nothing is shared or sent. */
export function askSharing(to: readonly ComposeRecipient[], shared: Shared): Promise<Sharing | null> {
  const receivers = [...new Map(to.map((recipient) => [recipient.email, recipient])).values()];
  return ask<Sharing | null>((answer) => ({ kind: 'sharing', ...shared, receivers, answer }));
}

export async function tellFailure(t: Say, failure: SendFailure, how: SendKind): Promise<void> {
  // Asking again can't fix these.
  if (failure.reason === 'no_answer' || failure.reason === 'sent_meanwhile') {
    notify({ text: failureWords(t, failure, how), tone: 'danger', seconds: 10 });
  } else {
    await ask<boolean>((answer) => ({ kind: 'failed', failure, how, answer }));
  }
}
