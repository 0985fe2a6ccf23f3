import type { User } from '@bocau/contract/account.ts';
import type { createDraft, deleteDraft, getQuote, saveDraft } from '@bocau/contract/drafts.ts';
import type { DataOf, InputOf } from '@bocau/contract/endpoint.ts';
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

/** What compose asks the server; the typed client has all of it. */
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
};

/** Uploads one file for `account`, in no other session; rejects with an ApiError, or with the signal's reason when it was stopped. */
export type Uploader = (
  file: File,
  how: { account: string; progress(percent: number): void; signal: AbortSignal },
) => Promise<MailFile>;

/** Which tab of the browser a window belongs to. A lock is let go when its tab dies. */
export type WindowLocks = {
  /** Answers how to let go; null while another tab has it. */
  take(name: string): Promise<(() => void) | null>;
};

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
  online: {
    isOnline(): boolean;
    /** False also where the browser knows a network, as on a train, and the mailbox has lost its server. */
    isReached(): boolean;
    onChange(listener: () => void): () => void;
  };
  /** Long enough never to come twice. */
  newId(): string;
  /** As they are at the time of asking. */
  user(): Pick<User, 'email' | 'fullname' | 'enable_smtp'>;
  settings(): ComposeSettings;
  /** What is known of a thread: to find the draft that already answers a message. */
  messagesOf(threadId: string): readonly Message[];
  /** Width of the browser's window. */
  viewport: number;
};
