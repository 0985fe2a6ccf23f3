import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { checkText, ownImages, type SignatureDeps } from '../../mail/settings/own-images.ts';
import { newId } from '../../platform/ids.ts';
import {
  changedText,
  NO_TEXT,
  refusedText,
  TEMPLATE_TEXT,
  type TemplateChanges,
  templateNotFound,
  tooManyTemplates,
} from './template-text.ts';
import {
  addUse,
  countTemplates,
  deleteTemplateRow,
  readTemplate,
  type TemplateRow,
  writeTemplate,
} from './templates.store.ts';

export async function createTemplate(
  deps: SignatureDeps,
  mailboxId: number,
  input: TemplateChanges & { html: string },
): Promise<TemplateRow> {
  const text = await checkText(deps, mailboxId, input.html, TEMPLATE_TEXT, refusedText);
  return changeMailbox(deps, mailboxId, async (change) => {
    if ((await countTemplates(change.tx, mailboxId)) >= TEMPLATE_LIMITS.templates) throw tooManyTemplates();
    const id = newId(deps.clock);
    const html = await ownImages(deps, change, text, '', [], { template: id });
    const row = { id, uses: 0, updated_at: change.now, ...changedText(NO_TEXT, input, html) };
    await writeTemplate(change.tx, mailboxId, row);
    announce(change);
    return row;
  });
}

export async function updateTemplate(
  deps: SignatureDeps,
  mailboxId: number,
  id: string,
  input: TemplateChanges,
): Promise<TemplateRow> {
  const text =
    input.html === undefined
      ? null
      : await checkText(deps, mailboxId, input.html, TEMPLATE_TEXT, refusedText);
  return changeMailbox(deps, mailboxId, async (change) => {
    const before = await readTemplate(change.tx, mailboxId, id);
    if (!before) throw templateNotFound();
    const html = text ? await ownImages(deps, change, text, before.html, [], { template: id }) : before.html;
    const row = { ...before, ...changedText(before, input, html), updated_at: change.now };
    await writeTemplate(change.tx, mailboxId, row);
    announce(change);
    return row;
  });
}

/** TE-4: its images are loose for a day, so that undoing can take them back. */
export async function deleteTemplate(deps: SignatureDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const before = await readTemplate(change.tx, mailboxId, id);
    if (!before) throw templateNotFound();
    const nothing = { html: '', types: new Map<string, string>() };
    await ownImages(deps, change, nothing, before.html, [], { template: id });
    await deleteTemplateRow(change.tx, mailboxId, id);
    announce(change);
  });
}

export async function countUse(deps: SignatureDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx }) => {
    if (!(await readTemplate(tx, mailboxId, id))) throw templateNotFound();
    await addUse(tx, mailboxId, id);
  });
}

/** Notifies the other tabs, as of any setting. */
function announce({ journal, folders }: MailboxChange): void {
  journal('settings', folders.INBOX);
}
