import type { Template } from '@bocau/contract/templates.ts';
import type { ComposeModel, RecipientField } from '../../../model/compose/compose-model.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import type { Besides } from '../editor/besides-step.ts';

const RECIPIENTS: readonly RecipientField[] = ['to', 'cc', 'bcc'];

/**
 * What a template brings besides its text. TE-11: only into fields that are empty. TE-19: what somebody
 * changed since is theirs, and stays.
 */
export function besidesText(
  model: ComposeModel,
  id: string,
  template: Pick<Template, 'subject' | RecipientField>,
): Besides {
  let subject = '';
  let added: { field: RecipientField; emails: ReadonlySet<string>; opened: boolean }[] = [];

  function putRecipients(field: RecipientField): void {
    const before = model.window(id);
    if (!before || before[field].length > 0 || template[field].length === 0) return;
    const text = template[field].map((one) => textOfRecipient({ ...one, valid: true, status: 'unknown' }));
    model.addRecipients(id, field, text.join(', '));
    const opened = field !== 'to' && !before.shown[field];
    if (opened) model.change(id, { shown: { ...before.shown, [field]: true } });
    const emails = new Set(model.window(id)?.[field].map(({ email }) => email));
    added.push({ field, emails, opened });
  }

  function takeRecipientsBack({ field, emails, opened }: (typeof added)[number]): void {
    const view = model.window(id);
    if (!view) return;
    for (let index = view[field].length - 1; index >= 0; index -= 1) {
      if (emails.has(view[field][index]?.email ?? '')) model.removeRecipient(id, field, index);
    }
    if (opened) model.change(id, { shown: { ...view.shown, [field]: false } });
  }

  return {
    put() {
      if (model.window(id)?.subject.trim() === '') subject = template.subject;
      if (subject !== '') model.change(id, { subject });
      for (const field of RECIPIENTS) putRecipients(field);
    },
    takeBack() {
      if (subject !== '' && model.window(id)?.subject === subject) model.change(id, { subject: '' });
      subject = '';
      for (const one of added) takeRecipientsBack(one);
      added = [];
    },
  };
}
