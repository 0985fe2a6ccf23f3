import type { ApiError } from '@bocau/contract/client.ts';
import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import type { File as MailFile, Message, PeriodicRule } from '@bocau/contract/messages.ts';
import type { SetAside, SpamSymbol } from '@bocau/contract/sending.ts';
import type { SharePermission } from '@bocau/contract/shares.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';

export type WindowState = 'pin' | 'mini' | 'full';
/** In a window of its own, or inside the open thread. */
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
  /**
   * `unknown`: not checked by the server yet, or not an address; `missing`: does not exist in the own domain.
   */
  status: 'inside' | 'outside' | 'missing' | 'unknown';
  /** For a missing address: similar ones that may have been meant. */
  nearest?: readonly MailAddress[];
};

/** `offline`: continues by itself when the connection is back. */
export type UploadState =
  | 'start'
  | 'pending'
  | 'offline'
  | 'uploaded'
  | 'too_large'
  | 'invalid_file'
  | 'failed';

export type ComposeFile = {
  /** Unique in this window; stays the same when the file gets its id. */
  key: string;
  id: string | null;
  name: string;
  size: number;
  content_type: string;
  inlineImage: boolean;
  uploadState: UploadState;
  uploadedPercent: number;
  has_virus: boolean;
  /** The result of the scan, or why the upload failed. */
  message: string | null;
  /** The upload failed, but the browser still has its bytes. */
  canRetry: boolean;
};

/** The same object until something in it changes. */
export type ComposeWindow = {
  id: string;
  windowState: WindowState;
  windowPrevState: WindowState;
  place: WindowPlace;
  /** Its form takes the focus when it appears: a person opened it, it was not restored. */
  takesFocus: boolean;
  threadId: string | null;
  messageId: string | null;
  action: DraftAction;
  /** The message that this one answers or forwards. */
  answers: string | null;
  /** A draft whose content is still being fetched: it cannot be edited yet. */
  loading: boolean;
  from: string;
  to: readonly ComposeRecipient[];
  cc: readonly ComposeRecipient[];
  bcc: readonly ComposeRecipient[];
  shown: { cc: boolean; bcc: boolean };
  subject: string;
  subjectEditable: boolean;
  /** HTML of the own words; the signature is in `<div data-signature>`. */
  body: string;
  /** Incremented when the body changes other than through `change`: only then does the editor reload it. */
  bodyRevision: number;
  quoted: boolean;
  /** The original as it will appear below the own words; null where there is none, or not fetched yet. */
  quote: string | null;
  attachmentFiles: readonly ComposeFile[];
  inReplyTo: string | null;
  references: readonly string[];
  tracking: boolean;
  important: boolean;
  /** Requests a read receipt. */
  receipt: boolean;
  /** When to remind of it if nobody answers; null for no reminder. */
  followUp: FollowUpWish | null;
  status: DraftStatus;
  /** Some change is not on the server yet. */
  unsaved: boolean;
  /** Why the latest call failed; cleared by the next one that succeeds. */
  fault: ApiError | null;
  /** The newer draft that another window or device saved: nothing is saved until the conflict is resolved. */
  conflict: Message | null;
  /** It was sent without a connection, and the conflict was met when it was to leave: it has not left. */
  isUnsent?: boolean;
  /** To be sent as soon as its files are uploaded. */
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
    | 'followUp'
  >
>;

export type Prefill = {
  to?: string;
  cc?: string;
  bcc?: string;
  subject?: string;
  body?: string;
  /** Files that the server already has. */
  files?: readonly MailFile[];
};

export type SendKind = 'send' | 'schedule' | 'period';
/** Those, and of an answer: with its conversation archived or put aside. */
export type SendPress = SendKind | 'archive' | 'later';
export type SendHow =
  | { type: 'send'; aside?: SetAside }
  /** `at` in Unix seconds. */
  | { type: 'schedule'; at: number }
  | { type: 'period'; rule: PeriodicRule };

/** How the files of the drive that a message links to are shared when it is sent. */
export type Sharing = {
  /** The sender's own files; links to other people's files stay as they are. */
  ids: readonly string[];
  permission: SharePermission;
  /** Sent to the recipients separately; null where all of them are inside. */
  password: string | null;
  /** In Unix seconds. */
  expireDate: number | null;
};

/** In the order in which they are shown. */
export type SendProblem =
  /** Sending is not possible. */
  | { severity: 'blocks'; kind: 'no_sender' | 'no_receiver' | 'sending_disabled' }
  | { severity: 'blocks'; kind: 'invalid_recipients'; emails: readonly string[] }
  | { severity: 'blocks'; kind: 'attachments_too_large'; bytes: number; most: number }
  | { severity: 'blocks'; kind: 'body_too_long'; characters: number; most: number }
  /** Each question is asked once; the confirmed ones are passed back in `confirmed`. */
  | {
      severity: 'asks';
      kind: 'virus' | 'not_scanned' | 'files_failed';
      files: readonly ComposeFile[];
    }
  | { severity: 'asks'; kind: 'uploading'; files: readonly ComposeFile[] }
  /** Recipients who are not known to be inside. */
  | { severity: 'asks'; kind: 'outside'; emails: readonly string[] }
  | { severity: 'asks'; kind: 'empty_subject' | 'empty_body' | 'forgotten_attachment' }
  /** Fields of a template that nobody has filled, as they are named. */
  | { severity: 'asks'; kind: 'unfilled'; fields: readonly string[] }
  /** The server's spam check; never among the problems found in the browser. */
  | { severity: 'asks'; kind: 'spam'; symbols: readonly SpamSymbol[] }
  /** Shown in the window, but never asked. */
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
  /** SD-17: the failure is ours, and says nothing about the recipient's server. */
  | 'own_fault'
  | 'own_mailbox_full'
  /** Shows the server's text as it is. */
  | 'as_told'
  /** No better text: "an error occurred while sending". */
  | 'unknown'
  /** No answer from the server: it may have been sent, and the window finds out by itself. */
  | 'no_answer'
  /** An older state of the window's content was sent; the window now holds a draft of its own. */
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
  /** The server's text; shown with `as_told`. */
  text: string;
  /** The recipient that the failure is about, where the text names one. */
  address: string | null;
  /** Seconds until it may be retried, where the server says so. */
  retryAfter?: number;
};

export type SendOutcome =
  /** Blocking problems and unconfirmed questions: everything at once. */
  | { kind: 'stopped'; problems: readonly SendProblem[] }
  /** SD-1: it links to these files of the drive, and how to share them was not chosen. */
  | { kind: 'links'; ids: readonly string[] }
  /** SH-6: sharing failed, so nothing was sent. */
  | { kind: 'unshared'; error: ApiError }
  /** The window shows the newer draft. */
  | { kind: 'conflict' }
  | { kind: 'failed'; failure: SendFailure; error: ApiError | null }
  /** There is no connection: it is sent by itself, once, when there is. */
  | { kind: 'deferred' }
  | { kind: 'done'; sent: SentMail };

/** Why waiting for a message's files ended; only `ended` means that no upload is left. */
export type UploadsAwaited = 'ended' | 'edited' | 'closed' | 'deleted' | 'stopped';

/** A message that this browser has handed to the outbox. */
export type SentMail = {
  messageId: string;
  threadId: string;
  subject: string;
  how: SendKind;
  /** Until when undo is offered, on this browser's clock (ms since 1970); null: not offered. */
  undoUntil: number | null;
  message: Message;
};

/** A message that waits in this browser for the connection, and is then sent by itself. */
export type DeferredMail = {
  windowId: string;
  messageId: string | null;
  subject: string;
  /** `leaving`: there is a connection, and it is being sent. */
  state: 'waiting' | 'leaving';
};

export type UndoOutcome = { kind: 'undone'; windowId: string } | { kind: 'refused'; error: ApiError };

export type TakeBackOutcome =
  | UndoOutcome
  /**
   * It is unknown whether it was sent. Its window is open, and the send is undone as soon as the server can
   * be asked.
   */
  | { kind: 'unsettled'; windowId: string };

export type ComposeEvent =
  | { kind: 'upload-failed'; windowId: string; file: ComposeFile }
  | { kind: 'too-many-recipients'; windowId: string; most: number }
  | { kind: 'too-many-files'; windowId: string; most: number }
  | { kind: 'conflict'; windowId: string }
  /** The draft was sent, scheduled or removed elsewhere; the window now holds a new draft, or has closed. */
  | { kind: 'draft-gone'; windowId: string; because: 'sent' | 'scheduled' | 'removed' }
  /** From here, with its window. */
  | { kind: 'draft-deleted'; messageId: string }
  /** A send without an answer turned out to have succeeded. */
  | { kind: 'sent-after-all'; sent: SentMail }
  /**
   * It is sent when the connection is back; `away`: the browser is online, but the server is out of reach.
   */
  | { kind: 'send-deferred'; windowId: string; because: 'offline' | 'away' }
  /** It was opened again, to be sent by hand; `outcome` says whether it had been sent by then. */
  | { kind: 'deferred-opened'; windowId: string; outcome: TakeBackOutcome }
  /**
   * A deferred message was not sent, and its window is open again; null: there is a question to answer first.
   */
  | { kind: 'deferred-stopped'; windowId: string; subject: string; failure: SendFailure | null }
  /** An accepted message could not be sent. */
  | { kind: 'send-failed'; messageId: string; threadId: string; subject: string; failure: SendFailure }
  /** The delivery of an accepted message, once; `deferred`: the server retries by itself, at `nextAt`. */
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

export type SaveHow = { evenEmpty: boolean | 'for a merge' };

export type Sender = {
  name: string;
  email: string;
  default: boolean;
  /** The signature that its messages begin with; null: as the settings choose. */
  signature: string | null;
};

/**
 * The compose windows of one person in one tab, without React. What is typed is in the browser's own storage
 * within a second, and goes to the server as one draft for each window. Readers return the same object until
 * it changes.
 */
export type ComposeModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: ComposeEvent) => void): () => void;
  /** Restores the windows that were left open, and loads the sender accounts. */
  boot(): Promise<void>;

  windows(): readonly ComposeWindow[];
  window(id: string): ComposeWindow | null;
  /** The default sender first. */
  senders(): readonly Sender[];
  /** Senders or signatures were changed in the settings, here or elsewhere. */
  loadSenders(): void;
  /** Signatures that are not empty, the main one first. */
  signatures(): readonly Signature[];
  /** HTML of the signature that this message is to begin with; null where there is none. */
  signatureFor(id: string): string | null;

  /** All of these return the window's id; null where the user may not send. */
  openNew(prefill?: Prefill): string | null;
  openReply(message: Message, action: 'reply' | 'reply_all' | 'forward', place: WindowPlace): string | null;
  openDraft(message: Message, place: WindowPlace): string | null;
  openMailto(url: string): string | null;

  setState(id: string, state: WindowState): void;
  /** Minimises the window or restores it: a click on its header. */
  toggle(id: string): void;
  setPlace(id: string, place: WindowPlace): void;
  setViewport(width: number): void;
  /** Closes the window at once; saving what is left continues in the background. */
  close(id: string): Promise<void>;

  /** Persisted in the browser at once. Call it during typing too: at the latest 700 ms after a keystroke. */
  change(id: string, change: ComposeChange): void;
  /**
   * Saves now, or after the save in flight. Changes are also autosaved without this call. `evenEmpty`: creates
   * a draft even of an empty message; one for a merge goes with its window if it stays empty and without a
   * table (MM-34).
   */
  save(id: string, how?: SaveHow): Promise<void>;

  /** Parses typed or pasted text into one or many recipients. */
  addRecipients(id: string, field: RecipientField, text: string): void;
  removeRecipient(id: string, field: RecipientField, index: number): void;
  moveRecipient(id: string, from: RecipientField, index: number, to: RecipientField, at?: number): void;
  /** "Change email": removes the recipient and returns its text for the input. */
  takeRecipientBack(id: string, field: RecipientField, index: number): string;

  addFiles(id: string, files: readonly File[]): void;
  /** Adds files that the server already has. */
  addStoredFiles(id: string, files: readonly MailFile[]): void;
  /** The bytes of a file that was too large to attach, as long as the browser has them. */
  sourceOf(key: string): File | null;
  removeFile(id: string, key: string): void;
  retryFile(id: string, key: string): void;
  /** Returns the value for `src`; rejects with the server's error. */
  uploadInlineImage(id: string, file: File): Promise<string>;

  /** Closes the window and deletes the draft on the server; undo restores both. */
  deleteDraft(id: string): Promise<{ undo(): Promise<void> }>;
  resolveConflict(id: string, choice: 'mine' | 'theirs' | 'both'): Promise<void>;

  problems(id: string): readonly SendProblem[];
  /** Only problems that block or warn: cheap enough to compute on every change of a long text. */
  problemsWhileWriting(id: string): readonly SendProblem[];
  send(id: string, how: SendHow, confirmed: readonly SendQuestion[], sharing?: Sharing): Promise<SendOutcome>;
  /** Resolves when no upload of the message is left; editing or closing it meanwhile ends the wait. */
  awaitUploads(id: string): Promise<UploadsAwaited>;
  /** `edited`: by a change that the model has not received yet. */
  stopAwaiting(id: string, because: 'edited' | 'stopped'): void;
  /** Messages that can still be undone, also after a reload. */
  sentMails(): readonly SentMail[];
  /** Undoes a delayed, scheduled or periodic send and opens its window as it was. */
  undoSend(messageId: string, how?: SendKind): Promise<UndoOutcome>;

  /** Messages that are sent by themselves when the connection is back; the same list until one changes. */
  deferredMails(): readonly DeferredMail[];
  /** Opens it again, to be sent by hand; undoes the send if it has been sent in the meantime. */
  takeBackDeferred(windowId: string): Promise<TakeBackOutcome>;

  /** Handles socket frames about outgoing messages. */
  takeFrame(frame: SocketFrame): void;
  /** True only while something is not on the server yet. */
  hasUnsaved(): boolean;
  /**
   * Saves everything possible; true when nothing is left. Call before signing out, which empties the storage.
   */
  saveAll(): Promise<boolean>;
  /** Writes to the browser's storage at once: for when the page is hidden. */
  persistNow(): Promise<void>;
  dispose(): Promise<void>;
};
