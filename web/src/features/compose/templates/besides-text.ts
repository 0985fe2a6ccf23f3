import type { Template } from '@bocau/contract/templates.ts';
import type { ComposeModel, ComposeWindow, RecipientField } from '../../../model/compose/compose-model.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import type { Besides } from '../editor/besides-step.ts';

const RECIPIENTS: readonly RecipientField[] = ['to', 'cc', 'bcc'];

type Letter = Pick<Template, 'subject' | RecipientField>;
type Added = { field: RecipientField; emails: ReadonlySet<string>; opened: boolean };
/** What a template brought that is inserted. */
type Brought = { subject: string; added: Added[] };

/** By window; undoing takes one out. */
const brought = new Map<string, readonly Brought[]>();

/** Into what is empty; not at all; or in place of what another template brought. */
export type WayIn = { recipients: 'empty' | 'none' | 'instead'; subject: boolean };

/**
 * TE-20: two templates with recipients are two letters, and nobody gets the one who was chosen for the other. `isBare`: of the
 * text of the earlier one, nothing is left.
 */
export function wayIn(view: ComposeWindow, template: Letter, isBare: boolean): WayIn {
  const theirs = emailsBrought(view.id);
  const there = emailsIn(view);
  const isSecond = emailsIn(template).length > 0 && there.some((email) => theirs.has(email));
  const isOtherLetter = isBare && there.every((email) => theirs.has(email));
  const isTheirs = (brought.get(view.id) ?? []).some(({ subject }) => subject === view.subject);
  const isFree = view.subject.trim() === '' || (isBare && isTheirs);
  if (isSecond && !isOtherLetter) return { recipients: 'none', subject: false };
  return { recipients: isSecond ? 'instead' : 'empty', subject: isFree && template.subject !== '' };
}

/**
 * What a template brings besides its text. TE-11: only into fields that are empty. TE-19: what somebody
 * changed since is theirs, and stays.
 */
export function besidesText(model: ComposeModel, id: string, template: Letter, way: WayIn): Besides {
  const { subject } = template;
  let own: Brought | null = null;
  let replaced: { subject: string; people: [RecipientField, string][] } | null = null;

  function addRecipients(field: RecipientField, people: readonly string[]): Added[] {
    const before = model.window(id);
    if (!before || before[field].length > 0 || people.length === 0) return [];
    model.addRecipients(id, field, people.join(', '));
    const opened = field !== 'to' && !before.shown[field];
    if (opened) model.change(id, { shown: { ...before.shown, [field]: true } });
    return [{ field, emails: new Set(model.window(id)?.[field].map(({ email }) => email)), opened }];
  }

  function takeRecipientsBack({ field, emails, opened }: Added): void {
    const view = model.window(id);
    if (!view) return;
    for (let index = view[field].length - 1; index >= 0; index -= 1) {
      if (emails.has(view[field][index]?.email ?? '')) model.removeRecipient(id, field, index);
    }
    if (opened) model.change(id, { shown: { ...view.shown, [field]: false } });
  }

  function clearRecipients(): [RecipientField, string][] {
    return RECIPIENTS.flatMap((field) => {
      const people = model.window(id)?.[field] ?? [];
      for (let index = people.length - 1; index >= 0; index -= 1) model.removeRecipient(id, field, index);
      return people.length > 0 ? [[field, people.map(textOfRecipient).join(', ')]] : [];
    });
  }

  /** Also as a redo, before which somebody may have changed what was there. */
  function put(): void {
    const view = model.window(id);
    if (!view) return;
    if (subject !== '' && (replaced === null || replaced.subject === view.subject)) {
      model.change(id, { subject });
    }
    const theirs = emailsBrought(id);
    const isInstead = way.recipients === 'instead' && emailsIn(view).every((email) => theirs.has(email));
    replaced = { subject: view.subject, people: isInstead ? clearRecipients() : [] };
    const bringing = isInstead || way.recipients === 'empty' ? RECIPIENTS : [];
    const added = bringing.flatMap((field) =>
      addRecipients(
        field,
        template[field].map((one) => textOfRecipient({ ...one, valid: true, status: 'unknown' })),
      ),
    );
    own = { subject, added };
    brought.set(id, [...(brought.get(id) ?? []), own]);
  }

  function takeBack(): void {
    if (subject !== '' && model.window(id)?.subject === subject) {
      model.change(id, { subject: replaced?.subject ?? '' });
    }
    for (const one of own?.added ?? []) takeRecipientsBack(one);
    const view = model.window(id);
    if (view && emailsIn(view).length === 0) {
      for (const [field, people] of replaced?.people ?? []) addRecipients(field, [people]);
    }
    brought.set(
      id,
      (brought.get(id) ?? []).filter((one) => one !== own),
    );
    own = null;
  }

  return { put, takeBack };
}

function emailsBrought(id: string): Set<string> {
  const added = (brought.get(id) ?? []).flatMap((one) => one.added);
  return new Set(added.flatMap(({ emails }) => [...emails]));
}

function emailsIn(letter: Record<RecipientField, readonly { email: string }[]>): string[] {
  return RECIPIENTS.flatMap((field) => letter[field].map(({ email }) => email));
}
