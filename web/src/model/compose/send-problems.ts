import { LIMITS } from '@bocau/contract/limits.ts';
import type { ComposeFile, ComposeRecipient, ComposeWindow, SendProblem } from './compose-model.ts';
import type { ComposeSettings } from './compose-options.ts';
import { carriedFiles } from './draft-content.ts';
import { promisesFile } from './forgotten-attachment.ts';
import { isUploading, recipientsOf, uploadFailed } from './open-window.ts';
import { hasWords } from './own-words.ts';
import { unfilledFields } from './template-fields.ts';

/** AT-7: texts of a scan that could not be done. */
const NOT_SCANNED = /^(?:Error|OSError|Exception|Default message)/;

/** All problems of sending, in the order in which they are shown. */
export function sendProblems(
  view: ComposeWindow,
  settings: ComposeSettings,
  may: { send: boolean; hasSender: boolean },
): SendProblem[] {
  const files = carriedFiles(view);
  return [
    ...blocks(view, files, settings, may),
    ...questions(view, files, settings),
    ...warnings(view, files, settings),
  ];
}

/** Leaves out the questions: they read the whole text, too much work for every keystroke. */
export function problemsWhileWriting(
  view: ComposeWindow,
  settings: ComposeSettings,
  may: { send: boolean; hasSender: boolean },
): SendProblem[] {
  const files = carriedFiles(view);
  return [...blocks(view, files, settings, may), ...warnings(view, files, settings)];
}

function blocks(
  view: ComposeWindow,
  files: readonly ComposeFile[],
  settings: ComposeSettings,
  may: { send: boolean; hasSender: boolean },
): SendProblem[] {
  const found: SendProblem[] = [];
  const recipients = recipientsOf(view);
  const invalid = recipients.filter(({ valid }) => !valid).map(({ email }) => email);
  const bytes = withThoseToCome(view, files).reduce((sum, { size }) => sum + size, 0);
  const characters = view.body.length + (view.quoted ? (view.quote?.length ?? 0) : 0);
  const most = settings.max_body_size;
  if (!may.hasSender) found.push({ severity: 'blocks', kind: 'no_sender' });
  if (invalid.length > 0) found.push({ severity: 'blocks', kind: 'invalid_recipients', emails: invalid });
  else if (recipients.length === 0) found.push({ severity: 'blocks', kind: 'no_receiver' });
  if (bytes > LIMITS.attachmentBytes) {
    found.push({ severity: 'blocks', kind: 'attachments_too_large', bytes, most: LIMITS.attachmentBytes });
  }
  if (characters > most) found.push({ severity: 'blocks', kind: 'body_too_long', characters, most });
  if (!may.send) found.push({ severity: 'blocks', kind: 'sending_disabled' });
  return found;
}

/** Problems of a file's name or size are shown when it is added, not only after its upload. */
function withThoseToCome(view: ComposeWindow, files: readonly ComposeFile[]): ComposeFile[] {
  return [...files, ...view.attachmentFiles.filter(isUploading)];
}

function questions(
  view: ComposeWindow,
  files: readonly ComposeFile[],
  settings: ComposeSettings,
): SendProblem[] {
  const found: SendProblem[] = [];
  const ask = (
    kind: 'virus' | 'not_scanned' | 'uploading' | 'files_failed',
    about: readonly ComposeFile[],
  ) => {
    if (about.length > 0) found.push({ severity: 'asks', kind, files: about });
  };
  ask(
    'virus',
    files.filter(({ has_virus }) => has_virus),
  );
  ask(
    'not_scanned',
    files.filter(({ has_virus, message }) => !has_virus && NOT_SCANNED.test(message ?? '')),
  );
  // Once sent to a stranger it is out of our control, so unchecked addresses are named, too.
  const outside = recipientsOf(view).filter(({ status }) => status === 'outside' || status === 'unknown');
  if (settings.ask_send_outside && outside.length > 0)
    found.push({ severity: 'asks', kind: 'outside', emails: addressesOf(outside) });
  if (view.subject.trim() === '') found.push({ severity: 'asks', kind: 'empty_subject' });
  if (isEmpty(view)) found.push({ severity: 'asks', kind: 'empty_body' });
  const fields = unfilledFields(view);
  if (fields.length > 0) found.push({ severity: 'asks', kind: 'unfilled', fields });
  ask('uploading', view.attachmentFiles.filter(isUploading));
  // AT-13: the sender must not learn from the recipient that a file is missing.
  ask('files_failed', view.attachmentFiles.filter(uploadFailed));
  const hasFiles = view.attachmentFiles.some(({ inlineImage }) => !inlineImage);
  if (!hasFiles && promisesFile(view.body)) found.push({ severity: 'asks', kind: 'forgotten_attachment' });
  return found;
}

/** A forwarded original is content enough. */
function isEmpty(view: ComposeWindow): boolean {
  const forwards = view.action === 'forward' && view.quoted && view.answers !== null;
  return !forwards && !hasWords(view.body);
}

function warnings(
  view: ComposeWindow,
  files: readonly ComposeFile[],
  settings: ComposeSettings,
): SendProblem[] {
  const found: SendProblem[] = [];
  const zips = withThoseToCome(view, files).filter(
    ({ name, inlineImage }) => !inlineImage && /\.zip$/i.test(name),
  );
  if (zips.length > 0) found.push({ severity: 'warns', kind: 'zip', files: zips });
  const missing = recipientsOf(view).filter(({ status }) => status === 'missing');
  if (missing.length > 0) found.push({ severity: 'warns', kind: 'missing_recipients', recipients: missing });
  const outside = recipientsOf(view).filter(({ status }) => status === 'outside');
  if (settings.warning_send_outside && outside.length > 0) {
    found.push({ severity: 'warns', kind: 'outside_recipients', emails: addressesOf(outside) });
  }
  return found;
}

function addressesOf(recipients: readonly ComposeRecipient[]): string[] {
  return [...new Set(recipients.map(({ email }) => email))];
}
