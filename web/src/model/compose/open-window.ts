import type {
  ComposeFile,
  ComposeRecipient,
  ComposeWindow,
  SendHow,
  SendQuestion,
  SentMail,
  Sharing,
} from './compose-model.ts';

/** What the window was prefilled with: it does not count as content. */
export type Initial = {
  recipients: readonly string[];
  subject: string;
  body: string;
  files: readonly string[];
};

/** A send that has begun and is not settled by an answer yet. */
export type SendAttempt = {
  how: SendHow;
  at: number;
  revision: number;
  delaySeconds: number | null;
  /** Shares that become active when the message is sent. */
  shareIds?: readonly string[];
  /**
   * The server's copy is to be undone too; `unsettled`: the writer was told that the server could not be
   * asked yet.
   */
  takenBack?: 'asked' | 'unsettled';
};

/** A send that waits for the connection, with all answers the user gave about it. */
export type DeferredSend = {
  how: SendHow;
  confirmed: readonly SendQuestion[];
  sharing: Sharing | null;
};

/**
 * A window with the state that only the model knows. Everything but `view.quote` is persisted in the browser
 * as it is.
 */
export type OpenWindow = {
  view: ComposeWindow;
  openedAt: number;
  /** Idempotency key of the draft's creation: a repeated call returns the same draft. */
  clientKey: string;
  creationTried: boolean;
  version: number | null;
  /** Grows with each change of the saved content. */
  revision: number;
  savedRevision: number;
  /** Fingerprints of the content that the server has at `version`, and of the saves that got no answer. */
  base: string | null;
  tried: readonly string[];
  initial: Initial;
  /** The sender was chosen by the user. */
  senderChosen: boolean;
  /** Hidden; it exists only until everything is saved. */
  closing: boolean;
  sendAttempt: SendAttempt | null;
  /** Hidden: it is sent by itself when the connection is back. */
  deferred: DeferredSend | null;
  /** Sent, and kept as it was so that undo can restore it. */
  sent: SentMail | null;
  /** MM-34: its draft was made for a merge, before anything was written. Older releases stored none. */
  isForMerge?: boolean;
};

export type ContentPatch = Partial<
  Pick<
    ComposeWindow,
    | 'from'
    | 'to'
    | 'cc'
    | 'bcc'
    | 'subject'
    | 'body'
    | 'quoted'
    | 'tracking'
    | 'important'
    | 'receipt'
    | 'followUp'
    | 'attachmentFiles'
  >
>;

export function isGone({ status }: ComposeWindow): boolean {
  return status === 'deleting' || status === 'deleted' || status === 'sent';
}

/** DR-5: no save may write to it or close it. */
export function isLocked({ status }: ComposeWindow): boolean {
  return status === 'sending' || status === 'deleting' || status === 'deleted' || status === 'sent';
}

export function hasUploads({ attachmentFiles }: ComposeWindow): boolean {
  return attachmentFiles.some(isUploading);
}

export function isUploading({ uploadState }: ComposeFile): boolean {
  return uploadState === 'start' || uploadState === 'pending' || uploadState === 'offline';
}

/** AT-13: the message is sent without this file. */
export function uploadFailed({ uploadState }: ComposeFile): boolean {
  return uploadState === 'failed' || uploadState === 'too_large' || uploadState === 'invalid_file';
}

export function recipientsOf(view: Pick<ComposeWindow, 'to' | 'cc' | 'bcc'>): ComposeRecipient[] {
  return [...view.to, ...view.cc, ...view.bcc];
}
