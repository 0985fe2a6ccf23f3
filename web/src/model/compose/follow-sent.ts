import type { Message, RecipientDelivery } from '@bocau/contract/messages.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';
import type { ModelClock } from '../engine/environment.ts';
import type { ComposeEvent, SentMail } from './compose-model.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { failureOfText } from './send-failures.ts';

export type SentFollowing = {
  /** Reports the outcome once, as soon as the message can no longer be undone. */
  follow(sent: SentMail): void;
  forget(messageId: string): void;
  takeFrame(frame: SocketFrame): void;
  stop(): void;
};

type Deps = {
  store: ComposeStore;
  api: Pick<ComposeApi, 'getMessage'>;
  clock: ModelClock;
  /** The writer has been told what became of the message. */
  told(messageId: string): void;
};

/** Polling costs a call, and the socket reports most outcomes: these polls cover the ones it misses. */
const LOOKS_AFTER_MS = [700, 1500, 3000, 6000, 12_000, 30_000, 60_000];
/** Both a poll and frames report an outcome: the second report within this time is dropped. */
const SAME_END_MS = 10_000;

type Followed = { sent: SentMail; looks: number; timer: { stop(): void } | null };

/** SD-13: a message is "sent" when it has arrived, not when it has been accepted by the outbox. */
export function createSentFollowing({ store, api, clock, told }: Deps): SentFollowing {
  const followed = new Map<string, Followed>();
  const toldAt = new Map<string, number>();

  function forget(messageId: string): void {
    followed.get(messageId)?.timer?.stop();
    followed.delete(messageId);
  }

  function lookLater(one: Followed): void {
    const pause = LOOKS_AFTER_MS[one.looks++];
    if (pause === undefined) forget(one.sent.messageId);
    else one.timer = clock.after(pause, () => void look(one));
  }

  async function look(one: Followed): Promise<void> {
    const { messageId: id } = one.sent;
    one.timer?.stop();
    const answer = await api.getMessage({ params: { id }, query: {} }).catch(() => null);
    if (followed.get(id) !== one) return;
    if (!answer || !tell(one.sent, answer.data)) lookLater(one);
  }

  /** False while there is nothing to report. */
  function tell({ messageId, threadId, subject }: SentMail, message: Message): boolean {
    const { sending } = message;
    // Taken back elsewhere.
    if (sending === null) return over(messageId);
    const about = { messageId, threadId, subject };
    const deferred = sending.recipients.filter(isDeferred);
    const failure = failureOfText(message.error_msg);
    if (sending.state === 'failed') return tellOnce({ kind: 'send-failed', ...about, failure });
    if (sending.state === 'unclear' || sending.state === 'sent') {
      return tellOnce({ kind: 'send-told', ...about, how: sending.state, nextAt: null, failure });
    }
    if (deferred.length === 0) return false;
    const nextAt = Math.min(...deferred.map(({ next_at }) => next_at ?? Number.POSITIVE_INFINITY));
    return tellOnce({
      ...{ kind: 'send-told', ...about, how: 'deferred' },
      nextAt: Number.isFinite(nextAt) ? nextAt : null,
      failure: failureOfText(deferred[0]?.reply),
    });
  }

  function over(messageId: string): true {
    forget(messageId);
    return true;
  }

  function tellOnce(event: Extract<ComposeEvent, { kind: 'send-failed' | 'send-told' }>): true {
    const { messageId } = event;
    const before = toldAt.get(messageId);
    if (before === undefined || clock.now() - before > SAME_END_MS) {
      toldAt.set(messageId, clock.now());
      store.emit(event);
      told(messageId);
    }
    return over(messageId);
  }

  return {
    follow(sent) {
      const { messageId, undoUntil } = sent;
      if (sent.how !== 'send' || followed.has(messageId)) return;
      const one: Followed = { sent, looks: 0, timer: null };
      followed.set(messageId, one);
      toldAt.delete(messageId);
      const wait = undoUntil === null ? 0 : Math.max(0, undoUntil - clock.now());
      if (wait > 0) one.timer = clock.after(wait, () => lookLater(one));
      else if (!tell(sent, sent.message)) lookLater(one);
    },
    forget,
    takeFrame(frame) {
      if (frame.event === 'send_mail_failed') {
        const { message_id: messageId, thread_id: threadId, subject, error, unclear } = frame.data;
        const told = { messageId, threadId, subject, failure: failureOfText(error) };
        tellOnce(
          unclear
            ? { kind: 'send-told', ...told, how: 'unclear', nextAt: null }
            : { kind: 'send-failed', ...told },
        );
      } else if (frame.event === 'sent' || frame.event === 'failed') {
        const one = followed.get(frame.data.message_id);
        if (one) void look(one);
      }
    },
    stop() {
      for (const messageId of [...followed.keys()]) forget(messageId);
    },
  };
}

function isDeferred({ state, reply }: RecipientDelivery): boolean {
  return state === 'waiting' && reply !== null;
}
