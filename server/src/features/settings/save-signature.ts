import { LIMITS } from '@bocau/contract/limits.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import {
  deleteSignatureRow,
  readSignature,
  readSignatures,
  type SignatureRow,
  writeSignature,
} from '../../mail/settings/signatures.store.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { cleanSignature } from '../../platform/mime/clean-mail-html.ts';

type Input = Pick<SignatureRow, 'name' | 'html'>;
/** The main one is in the settings. */
const MOST = LIMITS.signatures - 1;

export async function createSignature(
  deps: ChangeDeps,
  mailboxId: number,
  input: Input,
): Promise<SignatureRow> {
  return changeMailbox(deps, mailboxId, async (change) => {
    if ((await readSignatures(change.tx, mailboxId)).length >= MOST) {
      throw invalidInput(`A mailbox can have up to ${LIMITS.signatures} signatures`, {
        field: 'name',
        problem: 'is one signature too many',
        rule: 'too_many',
        limit: LIMITS.signatures,
      });
    }
    return save(change, { id: newId(deps.clock), ...input });
  });
}

export async function updateSignature(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  input: { [Key in keyof Input]?: Input[Key] | undefined },
): Promise<SignatureRow> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const before = await readSignature(change.tx, mailboxId, id);
    if (!before) throw signatureNotFound();
    return save(change, { id: before.id, name: input.name ?? before.name, html: input.html ?? before.html });
  });
}

export async function deleteSignature(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const before = await readSignature(change.tx, mailboxId, id);
    if (!before) throw signatureNotFound();
    await deleteSignatureRow(change.tx, mailboxId, before.id);
    announce(change);
  });
}

async function save(change: MailboxChange, { id, name, html }: SignatureRow): Promise<SignatureRow> {
  const row = { id, name: name.trim(), html: cleanSignature(html) };
  if (row.html.length > LIMITS.signatureLength) {
    throw invalidInput(`A signature can have up to ${LIMITS.signatureLength} characters`, {
      field: 'html',
      problem: 'is too long',
      rule: 'too_long',
      limit: LIMITS.signatureLength,
    });
  }
  await writeSignature(change.tx, change.mailboxId, row);
  announce(change);
  return row;
}

/** The other tabs are told of it as of any setting. */
function announce({ journal, folders }: MailboxChange): void {
  journal('settings', folders.INBOX);
}

function signatureNotFound(): Failure {
  return new Failure('signature_not_found', 'Signature not found');
}
