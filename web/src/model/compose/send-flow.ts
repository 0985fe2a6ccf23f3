import type { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { ModelClock } from '../engine/environment.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import type { SendHow, SendOutcome, SendProblem, SendQuestion, SentMail, Sharing } from './compose-model.ts';
import type { ComposeApi, ComposeOptions, ComposeSettings } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import type { DraftSaving } from './draft-saving.ts';
import { linkedDriveFiles } from './drive-links.ts';
import { type DeferredSend, isLocked, type OpenWindow, type SendAttempt } from './open-window.ts';
import { failureOfError, failureOfText } from './send-failures.ts';
import { shareLinked } from './share-linked.ts';
import { waiter } from './waiting.ts';

export type SendFlow = {
  send(
    id: string,
    how: SendHow,
    confirmed: readonly SendQuestion[],
    sharing?: Sharing | null,
  ): Promise<SendOutcome>;
  /** Sends a deferred message; it is never deferred again. */
  sendDeferred(id: string, deferred: DeferredSend): Promise<SendOutcome>;
  running(id: string): Promise<SendOutcome> | null;
};

type Deps = {
  store: ComposeStore;
  api: ComposeApi;
  clock: ModelClock;
  saving: DraftSaving;
  online: Pick<ComposeOptions['online'], 'isOnline' | 'isReached'>;
  settings(): ComposeSettings;
  problems(id: string): readonly SendProblem[];
  /** Settles when the server was asked which recipients are outside. */
  recipientsChecked(): Promise<void>;
  stopUploads(id: string): void;
  persist(id: string): Promise<void>;
  /** Stores the message until there is a connection. */
  defer(id: string, send: DeferredSend, because: 'offline' | 'away'): Promise<void>;
  /** The message is in the outbox, and its window closes. */
  sent(id: string, sent: SentMail): void;
};

type WhichDraft = { msg_id: string; version?: number; share_ids?: string[] };

/** Pauses between the tries of one call; after the last, the lack of an answer is reported. */
const PAUSES_SECONDS = [1, 2, 4];
/** Limits the rounds of saving for a user who keeps typing. */
const MOST_SAVES = 20;
const SPAM_CHECK_SECONDS = 10;
const RECIPIENT_CHECK_SECONDS = 5;
/** How long undo is offered for a message that is not sent soon. */
const NOTICE_SECONDS = 10;

export function createSendFlow(deps: Deps): SendFlow {
  const { store, api, clock, saving, online, settings, problems, stopUploads, persist, defer, sent } = deps;
  const { isOnline } = online;
  const runs = new Map<string, Promise<SendOutcome>>();
  const deferredRuns = new Set<string>();
  const wait = waiter(clock);

  /**
   * Without a connection: all questions that need no server are asked now, and the files are uploaded when it
   * is sent.
   */
  async function runOffline(
    id: string,
    send: DeferredSend,
    because: 'offline' | 'away' = 'offline',
  ): Promise<SendOutcome> {
    const open = openProblems(id, send.confirmed).filter(({ kind }) => kind !== 'uploading');
    if (open.length > 0) return { kind: 'stopped', problems: open };
    const linked = linkedDriveFiles(store.get(id)?.view.body ?? '');
    if (linked.length > 0 && send.sharing === null) return { kind: 'links', ids: linked };
    await defer(id, send, because);
    return { kind: 'deferred' };
  }

  async function runOnline(id: string, send: DeferredSend): Promise<SendOutcome> {
    const outcome = await run(id, send);
    const error = outcome.kind === 'failed' ? outcome.error : null;
    if (!error || !isAway(error) || !store.get(id)) return outcome;
    return runOffline(id, send, isOnline() ? 'away' : 'offline');
  }

  /** A file that waits for the server to come back must not block its writer: the message is deferred. */
  function canLeave(id: string): boolean {
    const waits = store.get(id)?.view.attachmentFiles.some(({ uploadState }) => uploadState === 'offline');
    return isOnline() && (online.isReached() || !waits);
  }

  function openProblems(id: string, confirmed: readonly SendQuestion[]): SendProblem[] {
    return problems(id).filter(
      (problem) =>
        problem.severity === 'blocks' ||
        (problem.severity === 'asks' && !confirmed.some((question) => question === problem.kind)),
    );
  }

  async function run(id: string, { how, confirmed, sharing }: DeferredSend): Promise<SendOutcome> {
    const wasDeferred = Boolean(store.get(id)?.deferred);
    const isTakenBack = () => wasDeferred && !store.get(id)?.deferred;
    if (settings().ask_send_outside && !confirmed.includes('outside'))
      await Promise.race([deps.recipientsChecked(), wait(RECIPIENT_CHECK_SECONDS * 1000)]);
    const open = openProblems(id, confirmed);
    const checksSpam = settings().notice_spam && !confirmed.includes('spam');
    const isToldAtOnce = open.some(({ severity, kind }) => severity === 'blocks' || kind === 'uploading');
    if (open.length > 0 && (isToldAtOnce || !checksSpam)) return { kind: 'stopped', problems: open };
    stopUploads(id);
    const unsaved = await saveAll(id);
    if (unsaved) return unsaved;
    if (checksSpam) {
      const { symbols, asks } = await spamCheck(id);
      if (asks) open.push({ severity: 'asks', kind: 'spam', symbols });
      if (open.length > 0) return { kind: 'stopped', problems: open };
      const typed = await saveAll(id);
      if (typed) return typed;
    }
    const linked = linkedDriveFiles(store.get(id)?.view.body ?? '');
    if (linked.length > 0 && sharing === null) return { kind: 'links', ids: linked };
    // It may have been taken back during the save.
    if (isTakenBack()) return failed('unknown');
    const shared = linked.filter((file) => sharing?.ids.includes(file));
    if (!sharing || shared.length === 0) return deliver(id, how, []);
    let shareIds: string[];
    try {
      shareIds = await shareLinked({ store, api }, id, { ...sharing, ids: shared });
    } catch (thrown) {
      return { kind: 'unshared', error: asApiError(thrown) };
    }
    // Saves the links to the new shares, so that they are part of the message.
    const unled = await saveAll(id);
    if (unled || isTakenBack()) {
      endShares(shareIds);
      return unled ?? failed('unknown');
    }
    return deliver(id, how, shareIds);
  }

  /** The shares are inactive until the message is sent; one that can't be revoked now expires by its date. */
  function endShares(ids: readonly string[]): void {
    for (const share of ids) api.revokeShare({ params: { id: share } }).catch(() => undefined);
  }

  /** Null when the server has all that the window shows. */
  async function saveAll(id: string): Promise<SendOutcome | null> {
    let gone: 'sent' | 'scheduled' | 'removed' | null = null;
    const stopListening = store.onEvent((event) => {
      if (event.kind === 'draft-gone' && event.windowId === id) gone = event.because;
    });
    try {
      for (let rounds = 0, failures = 0; rounds < MOST_SAVES; rounds++) {
        await saving.save(id, { evenEmpty: true });
        const window = store.get(id);
        if (gone === 'sent' || gone === 'scheduled') return failed('sent_meanwhile');
        // A draft that was deleted elsewhere must not be sent from here later.
        if (gone === 'removed' && window?.deferred) return { kind: 'stopped', problems: [] };
        if (!window) return failed('unknown');
        if (window.sent) return { kind: 'done', sent: window.sent };
        if (window.view.conflict) return { kind: 'conflict' };
        const isSaved = window.view.messageId !== null && window.revision === window.savedRevision;
        if (isSaved && !window.sendAttempt) return null;
        const { fault } = window.view;
        if (!fault) continue;
        const pause = PAUSES_SECONDS[failures++];
        if (!isUnreachable(fault) || !isOnline() || pause === undefined) return refused(fault);
        await wait(pause * 1000);
      }
      return failed('unknown');
    } finally {
      stopListening();
    }
  }

  async function spamCheck(id: string) {
    const nothing = { symbols: [], asks: false };
    const messageId = store.get(id)?.view.messageId;
    if (!messageId) return nothing;
    const asking = api.getSpamInfo({ params: { id: messageId } }).then(
      ({ data }) => data,
      // A failed check never blocks sending.
      () => nothing,
    );
    return Promise.race([asking, wait(SPAM_CHECK_SECONDS * 1000).then(() => nothing)]);
  }

  async function deliver(id: string, how: SendHow, shareIds: readonly string[]): Promise<SendOutcome> {
    const window = store.get(id);
    if (!window || window.view.messageId === null) return failed('unknown');
    const isTakenBack = () => window.deferred !== null && store.get(id)?.deferred === null;
    const attempt: SendAttempt = {
      how,
      at: clock.now(),
      revision: window.revision,
      delaySeconds: how.type === 'send' && settings().enable_delay_send ? settings().time_delay_send : null,
      ...(shareIds.length > 0 && { shareIds }),
    };
    store.update(id, { sendAttempt: attempt, view: { status: 'sending', fault: null } });
    await persist(id);
    const which = {
      msg_id: window.view.messageId,
      ...(window.version === null ? {} : { version: window.version }),
      ...(shareIds.length > 0 && { share_ids: [...shareIds] }),
    };
    for (let failures = 0; ; ) {
      try {
        return arrived(id, attempt, await give(attempt, which));
      } catch (thrown) {
        const error = asApiError(thrown);
        // Refused after a call without an answer: perhaps because that call succeeded.
        if (!isUnreachable(error) && failures > 0) {
          const message = await read(which.msg_id);
          if (message && isQueuedOrSent(message) && isOfVersion(message, which.version))
            return arrived(id, attempt, message);
        }
        if (!isUnreachable(error)) {
          endShares(shareIds);
          return giveBack(id, error);
        }
        const pause = PAUSES_SECONDS[failures++];
        if (pause === undefined || !isOnline()) return unheard(id, error);
        await wait(pause * 1000);
        if (isTakenBack()) return unheard(id, error);
      }
    }
  }

  async function give({ how, delaySeconds }: SendAttempt, which: WhichDraft) {
    if (how.type === 'schedule')
      return (await api.scheduleMail({ body: { ...which, timestamp: how.at } })).data;
    if (how.type === 'period') return (await api.sendPeriodically({ body: { ...which, ...how.rule } })).data;
    const delayed =
      delaySeconds === null ? {} : { async: true, delay: delaySeconds + LIMITS.undoMarginSeconds };
    const aside = how.aside && { set_aside: how.aside };
    return (await api.sendMail({ body: { ...which, ...delayed, ...aside } })).data;
  }

  function arrived(id: string, attempt: SendAttempt, message: Message): SendOutcome {
    if (!isQueuedOrSent(message)) {
      const version = message.draft?.version;
      store.update(id, version === undefined ? {} : { version });
      saveAgain(id);
      return { kind: 'failed', failure: failureOfText(message.error_msg), error: null };
    }
    const mail = sentMailOf(attempt, message, clock.now());
    sent(id, mail);
    return { kind: 'done', sent: mail };
  }

  /** DR-6: it is a draft again, which the next save confirms. */
  async function giveBack(id: string, error: ApiError): Promise<SendOutcome> {
    saveAgain(id);
    if (error.status === 401) store.emit({ kind: 'session-ended' });
    // Another device was first: the save finds out with what.
    const isOvertaken = error.code === 'draft_conflict' || error.code === 'not_a_draft';
    return (isOvertaken ? await saveAll(id) : null) ?? refused(error);
  }

  function saveAgain(id: string): void {
    store.update(id, { sendAttempt: null, closing: false, view: { status: 'saving' } });
    store.changeContent(id, {});
    void saving.save(id);
  }

  function unheard(id: string, error: ApiError): SendOutcome {
    // The result of this attempt is determined before it is sent again.
    store.update(id, { closing: false, view: { status: 'saved', fault: error } });
    return refused(error);
  }

  async function read(messageId: string): Promise<Message | null> {
    const answer = await api.getMessage({ params: { id: messageId }, query: {} }).catch(() => null);
    return answer?.data ?? null;
  }

  function begin(id: string, start: () => Promise<SendOutcome>): Promise<SendOutcome> {
    const running = runs.get(id);
    if (running !== undefined) return running;
    const window = store.get(id);
    if (window?.sent) return Promise.resolve({ kind: 'done', sent: window.sent });
    if (!window || isLocked(window.view)) return Promise.resolve(failed('unknown'));
    const begun = start().finally(() => runs.delete(id));
    runs.set(id, begun);
    return begun;
  }

  return {
    async send(id, how, confirmed, sharing = null) {
      // A deferred send that was taken back may still be ending; this is a new one.
      const before = deferredRuns.has(id) ? await runs.get(id) : null;
      if (before?.kind === 'failed' && before.failure.reason === 'sent_meanwhile') return before;
      const send = { how, confirmed: [...confirmed], sharing };
      return begin(id, () => (canLeave(id) ? runOnline(id, send) : runOffline(id, send)));
    },
    sendDeferred(id, deferred) {
      deferredRuns.add(id);
      return begin(id, () => run(id, deferred)).finally(() => deferredRuns.delete(id));
    },
    running: (id) => runs.get(id) ?? null,
  };
}

/** Accepted by the outbox, and not returned to the drafts since. */
export function isQueuedOrSent({ is_draft, sending, period, intended_time }: Message): boolean {
  if (sending) return sending.state !== 'failed' || !is_draft;
  return !is_draft || period !== null || intended_time !== null;
}

/** Not one that another device has saved since; of what has left no version is known. */
export function isOfVersion({ draft }: Message, version: number | null | undefined): boolean {
  return !draft || version === null || version === undefined || draft.version === version;
}

export function sentMailOf({ how, at, delaySeconds }: SendAttempt, message: Message, now: number): SentMail {
  // Counted from the first call, by this browser's clock only: the server received it later than that, so it
  // accepts every undo made here in time, whatever the clock skew.
  const until = how.type === 'send' ? at + (delaySeconds ?? 0) * 1000 : now + NOTICE_SECONDS * 1000;
  const isHeld = how.type !== 'send' || message.sending?.state === 'held';
  return {
    messageId: message.id,
    threadId: message.thread_id,
    subject: message.subject,
    how: how.type,
    undoUntil: isHeld && until > now ? until : null,
    message,
  };
}

/**
 * The server did not answer, or the proxy before it reports it as unavailable; an error of the server itself
 * is shown.
 */
function isAway({ status }: ApiError): boolean {
  return status === 0 || status === 408 || (status >= 502 && status <= 504);
}

function failed(reason: 'unknown' | 'sent_meanwhile'): SendOutcome {
  return { kind: 'failed', failure: { reason, text: '', address: null }, error: null };
}

function refused(error: ApiError): SendOutcome {
  return { kind: 'failed', failure: failureOfError(error), error };
}

export function windowOfSent(windows: readonly OpenWindow[], messageId: string): OpenWindow | null {
  return windows.find(({ sent }) => sent?.messageId === messageId) ?? null;
}
