import type { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { ContactsEvent, ContactsModel } from '../../model/contacts/contacts-model.ts';
import type { ContactOperation } from '../../model/contacts/contacts-noun.ts';
import { forgetAct, recordAct } from '../../parts/acts/act-history.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { dismiss, notify, showNotice } from '../../parts/notices/notify.ts';

/** Applies the act optimistically and synchronously; the notice, the key `z` and the history can undo it. */
export function beginContactAct(model: ContactsModel, operation: ContactOperation, words: string): void {
  const act = model.act(operation);
  let undone = false;
  const id = recordAct({
    words: () => words,
    async undo() {
      undone = true;
      dismiss(notice);
      return (await act.undo()) ? 'undone' : 'nothing';
    },
  });
  const notice = showNotice({ text: words, undo: () => takeBack(id) });
  void act.settled.then((done) => {
    if (done || undone) return;
    forgetAct(id);
    dismiss(notice);
  });
}

/** Announces acts that were refused; they are already rolled back. */
export function announceContactsEvent({ operation, error, undoing }: ContactsEvent): void {
  announceContactFailure(say(`contacts.refused.${undoing ? 'undo' : operation.kind}`), error);
}

export function announceContactFailure(words: string, error: ApiError): void {
  notify({ text: `${words} ${errorWords(say, error)}`, tone: 'danger', seconds: 8 });
}
