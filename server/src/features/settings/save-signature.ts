import { LIMITS } from '@bocau/contract/limits.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import {
  type CheckedText,
  checkText,
  ownImages,
  SIGNATURE_TEXT,
  type SignatureDeps,
  type TextFault,
} from '../../mail/settings/own-images.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import {
  deleteSignatureRow,
  readSignature,
  readSignatures,
  type SignatureRow,
  writeSignature,
} from '../../mail/settings/signatures.store.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';

type Input = Pick<SignatureRow, 'name' | 'html'>;
/** The main signature is in the settings. */
const MOST = LIMITS.signatures - 1;

export async function createSignature(
  deps: SignatureDeps,
  mailboxId: number,
  input: Input,
): Promise<SignatureRow> {
  const text = await checkText(deps, mailboxId, input.html, SIGNATURE_TEXT, refusedText);
  return changeMailbox(deps, mailboxId, async (change) => {
    if ((await readSignatures(change.tx, mailboxId)).length >= MOST) {
      throw invalidInput(`A mailbox can have up to ${LIMITS.signatures} signatures`, {
        field: 'name',
        problem: 'is one signature too many',
        rule: 'too_many',
        limit: LIMITS.signatures,
      });
    }
    return save(deps, change, { id: newId(deps.clock), name: input.name, html: '' }, text);
  });
}

export async function updateSignature(
  deps: SignatureDeps,
  mailboxId: number,
  id: string,
  input: { [Key in keyof Input]?: Input[Key] | undefined },
): Promise<SignatureRow> {
  const { html } = input;
  const text =
    html === undefined ? null : await checkText(deps, mailboxId, html, SIGNATURE_TEXT, refusedText);
  return changeMailbox(deps, mailboxId, async (change) => {
    const before = await readSignature(change.tx, mailboxId, id);
    if (!before) throw signatureNotFound();
    return save(deps, change, { ...before, name: input.name ?? before.name }, text);
  });
}

export async function deleteSignature(deps: SignatureDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const before = await readSignature(change.tx, mailboxId, id);
    if (!before) throw signatureNotFound();
    await showText(deps, change, before, { html: '', types: new Map() });
    await deleteSignatureRow(change.tx, mailboxId, before.id);
    announce(change);
  });
}

async function save(
  deps: SignatureDeps,
  change: MailboxChange,
  before: SignatureRow,
  text: CheckedText | null,
): Promise<SignatureRow> {
  const html = text === null ? before.html : await showText(deps, change, before, text);
  const row = { id: before.id, name: before.name.trim(), html };
  await writeSignature(change.tx, change.mailboxId, row);
  announce(change);
  return row;
}

/** The new text of this signature, with images of its own. */
async function showText(
  deps: SignatureDeps,
  change: MailboxChange,
  before: SignatureRow,
  text: CheckedText,
): Promise<string> {
  const { signature: main } = await readSettings(change.tx, change.mailboxId);
  const others = await readSignatures(change.tx, change.mailboxId);
  return ownImages(deps, change, text, before.html, [
    main,
    ...others.filter(({ id }) => id !== before.id).map(({ html }) => html),
  ]);
}

function refusedText(fault: TextFault): Failure {
  return invalidInput(`The signature can't be saved: it ${fault.problem}`, { field: 'html', ...fault });
}

/** Notifies the other tabs, as of any setting. */
function announce({ journal, folders }: MailboxChange): void {
  journal('settings', folders.INBOX);
}

function signatureNotFound(): Failure {
  return new Failure('signature_not_found', 'Signature not found');
}
