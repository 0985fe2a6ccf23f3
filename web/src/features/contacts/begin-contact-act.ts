import type { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { ContactsEvent, ContactsModel } from '../../model/contacts/contacts-model.ts';
import type { ContactOperation } from '../../model/contacts/contacts-noun.ts';
import type { KeptEditOutcome } from '../../model/contacts/kept-edits.ts';
import { announceAct } from '../../parts/acts/announce-act.ts';
import { notify } from '../../parts/notices/notify.ts';

/** Applies the act optimistically and synchronously; the notice, the key `z` and the history can undo it. */
export function beginContactAct(model: ContactsModel, operation: ContactOperation, words: string): void {
  announceAct(model.act(operation), words);
}

/** Announces acts that were refused; they are already rolled back. */
export function announceContactsEvent(event: ContactsEvent): void {
  if (event.kind === 'kept-edit') {
    announceKeptEdit(event);
    return;
  }
  const { operation, error, undoing } = event;
  announceContactFailure(say(`contacts.refused.${undoing ? 'undo' : operation.kind}`), error);
}

/** What waited for a connection, and is saved now, or needs a look. */
function announceKeptEdit({ edit: { name }, outcome }: KeptEditOutcome): void {
  const text = say(`contacts.kept.${outcome}`, { name: name || say('contacts.noName') });
  notify(outcome === 'saved' ? { text } : { text, tone: 'danger', seconds: 10 });
}

export function announceContactFailure(words: string, error: ApiError): void {
  notify({ text: `${words} ${errorWords(say, error)}`, tone: 'danger', seconds: 8 });
}
