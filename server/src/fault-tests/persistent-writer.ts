import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { DraftInput } from '@bocau/contract/drafts.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Clock } from '../platform/clock.ts';

/** What a compose window stores in the browser, so that the next tab can continue. */
export type KeptWindow = {
  clientKey: string;
  messageId: string | null;
  version: number | null;
  /** A send was started without a response. */
  sendTried: boolean;
};

export type WriterOptions = {
  client: ApiClient;
  clock: Clock;
  kept: KeptWindow;
  /** The initial draft, and its changed version. */
  first: DraftInput;
  last: DraftInput;
  how: { async?: boolean; delay?: number };
  /** Aborted when the tab is closed. */
  signal?: AbortSignal;
};

const PAUSE_MS = 100;

/**
 * Writes, saves and sends one message like the web client's compose windows: it retries unanswered calls with
 * the same key and version, and checks the outcome of a send before it sends again. Returns the sending or
 * sent-back message.
 */
export async function writeAndSend(options: WriterOptions): Promise<Message> {
  const { client, kept, first, last, how, signal } = options;
  if (kept.messageId === null) {
    const { data } = await untilAnswered(options, () =>
      client.createDraft({ body: { ...first, client_key: kept.clientKey } }, signal),
    );
    kept.messageId = data.id;
    kept.version = data.draft?.version ?? null;
  }
  const id = kept.messageId;
  if (!kept.sendTried && !(await save(options, id, last))) return readBack(options, id);
  for (let tries = 0; ; tries += 1) {
    if (kept.sendTried) {
      const message = await readBack(options, id);
      if (isQueuedOrSent(message) || tries > 0 || !(await save(options, id, last))) return message;
    }
    kept.sendTried = true;
    const which = { msg_id: id, ...(kept.version === null ? {} : { version: kept.version }) };
    try {
      return (await untilAnswered(options, () => client.sendMail({ body: { ...which, ...how } }, signal)))
        .data;
    } catch (error) {
      // A refusal may mean that it was done already.
      if (!(error instanceof ApiError) || tries > 0) throw error;
    }
  }
}

/** False when another tab has sent it meanwhile. */
async function save(options: WriterOptions, id: string, last: DraftInput): Promise<boolean> {
  const { client, kept, signal } = options;
  const version = kept.version === null ? {} : { version: kept.version };
  try {
    const { data } = await untilAnswered(options, () =>
      client.saveDraft({ params: { id }, body: { ...last, ...version } }, signal),
    );
    kept.version = data.draft?.version ?? null;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_a_draft') return false;
    throw error;
  }
}

async function readBack(options: WriterOptions, id: string): Promise<Message> {
  const { client, signal } = options;
  return (await untilAnswered(options, () => client.getMessage({ params: { id }, query: {} }, signal))).data;
}

/** Longer than any killed part needs to come back. */
const GIVE_UP_MS = 120_000;

/** Worth another attempt: the server did not answer, or could not. */
export async function untilAnswered<Answer>(
  { clock, signal }: Pick<WriterOptions, 'clock' | 'signal'>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const since = clock.now();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (signal?.aborted || !(error instanceof ApiError) || clock.now() - since > GIVE_UP_MS) throw error;
      const { status } = error;
      if (status !== 0 && status < 500 && status !== 408 && status !== 429) throw error;
      await clock.sleep(PAUSE_MS, signal);
    }
  }
}

/** In the outbox, and not returned from there. */
function isQueuedOrSent({ is_draft, sending }: Message): boolean {
  return sending ? sending.state !== 'failed' || !is_draft : !is_draft;
}
