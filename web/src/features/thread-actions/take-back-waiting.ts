import { say } from '../../i18n/i18n.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { notify } from '../../parts/notices/notify.ts';
import { wordsOfActs } from './waiting-words.ts';

/** Undoes and announces the latest act that still waits for the server, of this or an earlier visit. */
export function takeBackWaiting(model: MailModel): boolean {
  const act = model.takeBackWaiting();
  if (act) notify({ text: say('acts.undone', { what: wordsOfActs(say, model, [act]) }) });
  return act !== null;
}
