import type { User } from '@bocau/contract/account.ts';
import type { createDraft, deleteDraft, getQuote, saveDraft } from '@bocau/contract/drafts.ts';
import type { DataOf, InputOf } from '@bocau/contract/endpoint.ts';
import type { listMerges } from '@bocau/contract/merges.ts';
import type { getFile, getMessage, File as MailFile, Message } from '@bocau/contract/messages.ts';
import type { cancelPeriodic, sendPeriodically } from '@bocau/contract/periodic.ts';
import type { checkAddresses, completeAddresses } from '@bocau/contract/search.ts';
import type {
  cancelSchedule,
  getSpamInfo,
  scheduleMail,
  sendMail,
  undoSendMail,
} from '@bocau/contract/sending.ts';
import type { Settings } from '@bocau/contract/settings.ts';
import type { createShares, revokeShare } from '@bocau/contract/shares.ts';
import type { listSignatures } from '@bocau/contract/signatures.ts';
import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';

type Call<E> = (input: InputOf<E>) => Promise<{ data: DataOf<E> }>;

/** The API calls that compose needs; a part of the typed client. */
export type ComposeApi = {
  createDraft: Call<typeof createDraft>;
  saveDraft: Call<typeof saveDraft>;
  deleteDraft: Call<typeof deleteDraft>;
  getQuote: Call<typeof getQuote>;
  getMessage: Call<typeof getMessage>;
  getFile: Call<typeof getFile>;
  sendMail: Call<typeof sendMail>;
  undoSendMail: Call<typeof undoSendMail>;
  scheduleMail: Call<typeof scheduleMail>;
  cancelSchedule: Call<typeof cancelSchedule>;
  sendPeriodically: Call<typeof sendPeriodically>;
  cancelPeriodic: Call<typeof cancelPeriodic>;
  getSpamInfo: Call<typeof getSpamInfo>;
  checkAddresses: Call<typeof checkAddresses>;
  completeAddresses: Call<typeof completeAddresses>;
  createShares: Call<typeof createShares>;
  revokeShare: Call<typeof revokeShare>;
  listSignatures: Call<typeof listSignatures>;
  listMerges: Call<typeof listMerges>;
};

/**
 * Uploads one file in the session of `account` only; rejects with an ApiError, or with the signal's reason
 * when aborted.
 */
export type Uploader = (
  file: File,
  how: { account: string; progress(percent: number): void; signal: AbortSignal },
) => Promise<MailFile>;

/** Locks that say which tab of the browser owns a window. A lock is released when its tab dies. */
export type WindowLocks = {
  /** Returns the function that releases the lock; null while another tab holds it. */
  take(name: string): Promise<(() => void) | null>;
};

/** What a page that is loaded anew leaves and finds again. */
export type PageReturn = {
  /** Whether this page is the one that was left, loaded anew. */
  hasReturned: boolean;
  /** Whether another page was left so recently that it may only be loading anew. */
  mayAnotherReturn(): boolean;
};

/** How long a page may take to be loaded anew. */
export const RETURNS_WITHIN_MS = 10_000;

export type ComposeSettings = Pick<
  Settings,
  | 'enable_use_signature'
  | 'signature'
  | 'signature_name'
  | 'signature_for_new'
  | 'signature_for_answers'
  | 'enable_delay_send'
  | 'time_delay_send'
  | 'tracking'
  | 'notice_spam'
  | 'warning_send_outside'
  | 'ask_send_outside'
  | 'max_body_size'
>;

export type ComposeOptions = {
  api: ComposeApi;
  upload: Uploader;
  clock: ModelClock;
  storage: KeyValueStorage;
  locks: WindowLocks;
  pages: PageReturn;
  online: {
    isOnline(): boolean;
    /** False also when the browser has a network (as on a train), but the mailbox has lost its server. */
    isReached(): boolean;
    onChange(listener: () => void): () => void;
  };
  /** Random enough never to repeat. */
  newId(): string;
  /** Read each time, as they may change. */
  user(): Pick<User, 'email' | 'fullname' | 'enable_smtp'>;
  settings(): ComposeSettings;
  /** The known messages of a thread: to find a draft that already answers one of them. */
  messagesOf(threadId: string): readonly Message[];
  /** Width of the browser's window. */
  viewport: number;
};
