import type {
  ComposeFile,
  ComposeRecipient,
  ComposeWindow,
  SendHow,
  SendQuestion,
  SentMail,
  Sharing,
} from './compose-model.ts';

/** What was there when the window opened: it does not count as content. */
export type Initial = {
  recipients: readonly string[];
  subject: string;
  body: string;
  files: readonly string[];
};

/** A send that was begun, and that no answer has settled yet. */
export type SendAttempt = {
  how: SendHow;
  at: number;
  revision: number;
  delaySeconds: number | null;
  /** Shares that are to come into force when it leaves. */
  shareIds?: readonly string[];
  /** What the server holds of it is taken back too; `unsettled`: its writer was told that it could not be asked yet. */
  takenBack?: 'asked' | 'unsettled';
};

/** A send that waits for the connection, with all that was answered about it. */
export type DeferredSend = {
  how: SendHow;
  confirmed: readonly SendQuestion[];
  sharing: Sharing | null;
};

/** A window with what only the model knows of it. All but `view.quote` is kept in the browser as it is. */
export type OpenWindow = {
  view: ComposeWindow;
  openedAt: number;
  /** Under which the draft is created: asked again, the server answers the same draft. */
  clientKey: string;
  creationTried: boolean;
  version: number | null;
  /** Grows with each change of what is saved. */
  revision: number;
  savedRevision: number;
  /** What the server has at `version`, and what saves asked for that nothing was heard of: by their fingerprints. */
  base: string | null;
  tried: readonly string[];
  initial: Initial;
  /** The sender was chosen by hand. */
  senderChosen: boolean;
  /** Not shown any more; it is only there until all of it is saved. */
  closing: boolean;
  sendAttempt: SendAttempt | null;
  /** Not shown among the windows: it leaves by itself. */
  deferred: DeferredSend | null;
  /** Sent, and kept as it was to come back by undo. */
  sent: SentMail | null;
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
    | 'attachmentFiles'
  >
>;

export function isGone({ status }: ComposeWindow): boolean {
  return status === 'deleting' || status === 'deleted' || status === 'sent';
}

/** DR-5: no save may write or close it. */
export function isLocked({ status }: ComposeWindow): boolean {
  return status === 'sending' || status === 'deleting' || status === 'deleted' || status === 'sent';
}

export function hasUploads({ attachmentFiles }: ComposeWindow): boolean {
  return attachmentFiles.some(isUploading);
}

export function isUploading({ uploadState }: ComposeFile): boolean {
  return uploadState === 'start' || uploadState === 'pending' || uploadState === 'offline';
}

/** AT-13: the message goes without it. */
export function uploadFailed({ uploadState }: ComposeFile): boolean {
  return uploadState === 'failed' || uploadState === 'too_large' || uploadState === 'invalid_file';
}

export function recipientsOf(view: Pick<ComposeWindow, 'to' | 'cc' | 'bcc'>): ComposeRecipient[] {
  return [...view.to, ...view.cc, ...view.bcc];
}
