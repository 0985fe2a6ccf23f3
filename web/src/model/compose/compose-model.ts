import type { ApiError } from '@bocau/contract/client.ts';
import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { File as MailFile, Message, PeriodicRule } from '@bocau/contract/messages.ts';
import type { SpamSymbol } from '@bocau/contract/sending.ts';
import type { SharePermission } from '@bocau/contract/shares.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';

export type WindowState = 'pin' | 'mini' | 'full';
/** In a window of its own, or within the thread that is open. */
export type WindowPlace = 'window' | 'thread';

export type DraftStatus =
  | 'empty'
  | 'creating'
  | 'created'
  | 'saving'
  | 'saved'
  | 'deleting'
  | 'deleted'
  | 'sending'
  | 'sent';

export type RecipientField = 'to' | 'cc' | 'bcc';

export type ComposeRecipient = {
  email: string;
  name: string;
  valid: boolean;
  /** `unknown` until the server has told, and for what is no address; `missing`: in the own domain, and nobody's. */
  status: 'inside' | 'outside' | 'missing' | 'unknown';
  /** Of a missing one: whom it may have been. */
  nearest?: readonly MailAddress[];
};

/** `offline`: goes on by itself when the connection is back. */
export type UploadState =
  | 'start'
  | 'pending'
  | 'offline'
  | 'uploaded'
  | 'too_large'
  | 'invalid_file'
  | 'failed';

export type ComposeFile = {
  /** Of this window; stays the same when the file gets its id. */
  key: string;
  id: string | null;
  name: string;
  size: number;
  content_type: string;
  inlineImage: boolean;
  uploadState: UploadState;
  uploadedPercent: number;
  has_virus: boolean;
  /** What the scan said, or why the upload failed. */
  message: string | null;
  /** The browser still has the bytes of an upload that failed. */
  canRetry: boolean;
};

/** The same object until something in it changes. */
export type ComposeWindow = {
  id: string;
  windowState: WindowState;
  windowPrevState: WindowState;
  place: WindowPlace;
  /** Its form takes the focus when it comes: a person asked for it, it did not come by itself. */
  takesFocus: boolean;
  threadId: string | null;
  messageId: string | null;
  action: DraftAction;
  /** The message that it answers or forwards. */
  answers: string | null;
  /** A draft whose content is still being fetched: it can't be typed into yet. */
  loading: boolean;
  from: string;
  to: readonly ComposeRecipient[];
  cc: readonly ComposeRecipient[];
  bcc: readonly ComposeRecipient[];
  shown: { cc: boolean; bcc: boolean };
  subject: string;
  subjectEditable: boolean;
  /** HTML of the own words; the signature stands in `<div data-signature>`. */
  body: string;
  /** Grows when the body changed by other means than `change`: the editor takes it over then, and only then. */
  bodyRevision: number;
  quoted: boolean;
  /** The original as it will stand below the own words; null where there is none, or it is not there yet. */
  quote: string | null;
  attachmentFiles: readonly ComposeFile[];
  inReplyTo: string | null;
  references: readonly string[];
  tracking: boolean;
  important: boolean;
  /** Recipients are asked to confirm that they have read it. */
  receipt: boolean;
  status: DraftStatus;
  /** Something in it is not on the server yet. */
  unsaved: boolean;
  /** Why the latest call failed; gone with the next one that works. */
  fault: ApiError | null;
  /** The newer draft that another window or device saved: nothing is saved until it is resolved. */
  conflict: Message | null;
  /** It is to be sent as soon as its files are up. */
  awaitsFiles: boolean;
};

export type ComposeChange = Partial<
  Pick<
    ComposeWindow,
    | 'from'
    | 'subject'
    | 'subjectEditable'
    | 'body'
    | 'quoted'
    | 'shown'
    | 'tracking'
    | 'important'
    | 'receipt'
  >
>;

export type Prefill = {
  to?: string;
  cc?: string;
  bcc?: string;
  subject?: string;
  body?: string;
  /** The server has them already. */
  files?: readonly MailFile[];
};

export type SendKind = 'send' | 'schedule' | 'period';
export type SendHow =
  | { type: 'send' }
  /** `at` in unix seconds. */
  | { type: 'schedule'; at: number }
  | { type: 'period'; rule: PeriodicRule };

/** How the files of the drive that a message leads to are shared when it is sent. */
export type Sharing = {
  /** Those that are the sender's own; the links to others stay as they are. */
  ids: readonly string[];
  permission: SharePermission;
  /** Told to the recipients in another way; null where all of them are inside. */
  password: string | null;
  /** In unix seconds. */
  expireDate: number | null;
};

/** In the order in which they are told. */
export type SendProblem =
  /** Sending is not possible. */
  | { severity: 'blocks'; kind: 'no_sender' | 'no_receiver' | 'sending_disabled' }
  | { severity: 'blocks'; kind: 'invalid_recipients'; emails: readonly string[] }
  | { severity: 'blocks'; kind: 'attachments_too_large'; bytes: number; most: number }
  | { severity: 'blocks'; kind: 'body_too_long'; characters: number; most: number }
  /** Each is asked once; what was answered with yes goes back in `confirmed`. */
  | {
      severity: 'asks';
      kind: 'virus' | 'not_scanned' | 'files_failed';
      files: readonly ComposeFile[];
    }
  | { severity: 'asks'; kind: 'uploading'; files: readonly ComposeFile[] }
  /** Whoever is not known to be inside. */
  | { severity: 'asks'; kind: 'outside'; emails: readonly string[] }
  | { severity: 'asks'; kind: 'empty_subject' | 'empty_body' | 'forgotten_attachment' }
  /** What the server found; never among the problems that are known here. */
  | { severity: 'asks'; kind: 'spam'; symbols: readonly SpamSymbol[] }
  /** Shown in the window, never asked. */
  | { severity: 'warns'; kind: 'zip'; files: readonly ComposeFile[] }
  | { severity: 'warns'; kind: 'missing_recipients'; recipients: readonly ComposeRecipient[] }
  | { severity: 'warns'; kind: 'outside_recipients'; emails: readonly string[] };

export type SendAsks = Extract<SendProblem, { severity: 'asks' }>;
export type SendQuestion = SendAsks['kind'];

export type SendFailureReason =
  | 'size_exceeds'
  | 'domain_not_found'
  | 'cannot_send'
  | 'receiver_not_found'
  | 'server_not_responding'
  | 'inbox_full'
  | 'sender_not_allowed'
  | 'receiver_refused'
  /** SD-17: it failed here, and of the recipient's server that says nothing. */
  | 'own_fault'
  | 'own_mailbox_full'
  /** The text says it as it is. */
  | 'as_told'
  /** No better text: an error occurred while sending. */
  | 'unknown'
  /** Nothing was heard from the server: it may have been sent, and the window finds out by itself. */
  | 'no_answer'
  /** What was sent is an older state of what the window holds, which is a draft of its own by now. */
  | 'sent_meanwhile'
  | 'two_step_required'
  | 'sending_disabled'
  | 'limit_reached'
  | 'time_in_past'
  | 'no_dates'
  | 'body_too_long'
  | 'no_sender'
  | 'no_receiver'
  | 'invalid_recipients';

export type SendFailure = {
  reason: SendFailureReason;
  /** What the server said; shown with `as_told`. */
  text: string;
  /** The recipient that it is about, where the text names one. */
  address: string | null;
  /** In so many seconds it may be tried again, where the server says so. */
  retryAfter?: number;
};

export type SendOutcome =
  /** Blocking problems, and questions that were not confirmed: all that there is to ask, at once. */
  | { kind: 'stopped'; problems: readonly SendProblem[] }
  /** SD-1: it leads to these files of the drive, and how they are shared was not said. */
  | { kind: 'links'; ids: readonly string[] }
  /** SH-6: nothing is shared, and nothing sent. */
  | { kind: 'unshared'; error: ApiError }
  /** The window shows the newer draft. */
  | { kind: 'conflict' }
  | { kind: 'failed'; failure: SendFailure; error: ApiError | null }
  /** There is no connection: it leaves by itself, once, when there is. */
  | { kind: 'deferred' }
  | { kind: 'done'; sent: SentMail };

/** Why nothing waits for the files of a message any more: only `ended` says that none is on its way. */
export type UploadsAwaited = 'ended' | 'edited' | 'closed' | 'deleted' | 'stopped';

/** A message that was given to the outbox by this browser. */
export type SentMail = {
  messageId: string;
  threadId: string;
  subject: string;
  how: SendKind;
  /** As long as this it is offered to take it back, on this browser's clock (ms since 1970); null: not offered. */
  undoUntil: number | null;
  message: Message;
};

/** A message that waits in this browser for the connection, to be sent by itself. */
export type DeferredMail = {
  windowId: string;
  messageId: string | null;
  subject: string;
  /** `leaving`: there is a connection, and it is on its way to the outbox. */
  state: 'waiting' | 'leaving';
};

export type UndoOutcome = { kind: 'undone'; windowId: string } | { kind: 'refused'; error: ApiError };

export type TakeBackOutcome =
  | UndoOutcome
  /** Nobody knows whether it was sent. Its window is open, and what was sent is taken back when that can be asked for. */
  | { kind: 'unsettled'; windowId: string };

export type ComposeEvent =
  | { kind: 'upload-failed'; windowId: string; file: ComposeFile }
  | { kind: 'too-many-recipients'; windowId: string; most: number }
  | { kind: 'too-many-files'; windowId: string; most: number }
  | { kind: 'conflict'; windowId: string }
  /** The draft was sent or removed elsewhere; what the window holds is a new draft. */
  | { kind: 'draft-gone'; windowId: string; because: 'sent' | 'removed' }
  /** A send that nothing was heard of turned out to be done. */
  | { kind: 'sent-after-all'; sent: SentMail }
  /** It is sent when the connection is back; `away`: the browser has one, but the server is out of reach. */
  | { kind: 'send-deferred'; windowId: string; because: 'offline' | 'away' }
  /** It was opened again, to be sent by hand; whether it has left by then is what became of taking it back. */
  | { kind: 'deferred-opened'; windowId: string; outcome: TakeBackOutcome }
  /** What waited for the connection was not sent, and its window is there again; null: something is to be looked at first. */
  | { kind: 'deferred-stopped'; windowId: string; subject: string; failure: SendFailure | null }
  /** A message that was accepted could not be sent. */
  | { kind: 'send-failed'; messageId: string; threadId: string; subject: string; failure: SendFailure }
  /** How a message fares that was accepted, once; `deferred`: it is tried again by itself, at `nextAt`. */
  | {
      kind: 'send-told';
      messageId: string;
      threadId: string;
      subject: string;
      how: 'sent' | 'unclear' | 'deferred';
      nextAt: number | null;
      failure: SendFailure;
    }
  | { kind: 'session-ended' };

export type Sender = {
  name: string;
  email: string;
  default: boolean;
  /** Which signature its mail begins with; null is as the settings choose. */
  signature: string | null;
};

/**
 * The compose windows of one person in one tab, without React. What is typed lies in the browser's own storage within
 * a second, and goes to the server as one draft for each window. Readers give the same object until it changes.
 */
export type ComposeModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: ComposeEvent) => void): () => void;
  /** Brings back the windows that were left, and loads the sender accounts. */
  boot(): Promise<void>;

  windows(): readonly ComposeWindow[];
  window(id: string): ComposeWindow | null;
  /** The default one first. */
  senders(): readonly Sender[];
  /** They or the signatures were changed in the settings, here or elsewhere. */
  loadSenders(): void;
  /** Those that say something, the main one first. */
  signatures(): readonly Signature[];
  /** HTML of the one that this message is to begin with; null where it is none. */
  signatureFor(id: string): string | null;

  /** All answer the window's id; null where the user may not send. */
  openNew(prefill?: Prefill): string | null;
  openReply(message: Message, action: 'reply' | 'reply_all' | 'forward', place: WindowPlace): string | null;
  openDraft(message: Message, place: WindowPlace): string | null;
  openMailto(url: string): string | null;

  setState(id: string, state: WindowState): void;
  /** A click on the header. */
  toggle(id: string): void;
  setPlace(id: string, place: WindowPlace): void;
  setViewport(width: number): void;
  /** The window is gone at once; what was not saved is saved on. */
  close(id: string): Promise<void>;

  /** Kept in the browser at once. Call it while somebody types, too: at the latest 700 ms after a keystroke. */
  change(id: string, change: ComposeChange): void;
  /** Saves now, or after the save that is under way; what changes is saved without being asked. */
  save(id: string): Promise<void>;

  /** What is typed or pasted, one or many. */
  addRecipients(id: string, field: RecipientField, text: string): void;
  removeRecipient(id: string, field: RecipientField, index: number): void;
  moveRecipient(id: string, from: RecipientField, index: number, to: RecipientField, at?: number): void;
  /** "Change email": it is text again, as it is to stand in the input. */
  takeRecipientBack(id: string, field: RecipientField, index: number): string;

  addFiles(id: string, files: readonly File[]): void;
  /** Files that the server has already. */
  addStoredFiles(id: string, files: readonly MailFile[]): void;
  /** The bytes of a file that was too large to be attached, as long as the browser has them. */
  sourceOf(key: string): File | null;
  removeFile(id: string, key: string): void;
  retryFile(id: string, key: string): void;
  /** Answers what to write into `src`; rejects with what the server said. */
  uploadInlineImage(id: string, file: File): Promise<string>;

  /** The window closes; the draft is gone on the server, and comes back by undo. */
  deleteDraft(id: string): Promise<{ undo(): Promise<void> }>;
  resolveConflict(id: string, choice: 'mine' | 'theirs' | 'both'): Promise<void>;

  problems(id: string): readonly SendProblem[];
  /** Those that block or warn: cheap enough to be asked with every change of a long text. */
  problemsWhileWriting(id: string): readonly SendProblem[];
  send(id: string, how: SendHow, confirmed: readonly SendQuestion[], sharing?: Sharing): Promise<SendOutcome>;
  /** Resolves when none of its files is on its way any more; whoever edits or closes the message meanwhile ends that. */
  awaitUploads(id: string): Promise<UploadsAwaited>;
  /** `edited` by what nobody told the model of yet. */
  stopAwaiting(id: string, because: 'edited' | 'stopped'): void;
  /** Messages that can still be taken back, over a reload too. */
  sentMails(): readonly SentMail[];
  /** Takes back a delayed, scheduled or periodic send and opens its window as it was. */
  undoSend(messageId: string, how?: SendKind): Promise<UndoOutcome>;

  /** Messages that leave by themselves when the connection is back; the same list until one changes. */
  deferredMails(): readonly DeferredMail[];
  /** Opens it again, to be sent by hand; takes it back where it has left in the meantime. */
  takeBackDeferred(windowId: string): Promise<TakeBackOutcome>;

  /** Frames of the socket that are about messages on their way. */
  takeFrame(frame: SocketFrame): void;
  /** True only while something is not on the server yet. */
  hasUnsaved(): boolean;
  /** Saves everything that can be; true when nothing is left. To be called before signing out, which empties the storage. */
  saveAll(): Promise<boolean>;
  /** Writes to the browser's storage at once: for when the page is hidden. */
  persistNow(): Promise<void>;
  dispose(): Promise<void>;
};
