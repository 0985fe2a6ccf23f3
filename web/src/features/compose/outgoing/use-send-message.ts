import type { ApiError } from '@bocau/contract/client.ts';
import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { type RefObject, useRef } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type {
  SendAsks,
  SendFailure,
  SendHow,
  SendKind,
  SendProblem,
  SendQuestion,
  Sharing,
} from '../../../model/compose/compose-model.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { failureWords } from '../../../parts/sending/failure-words.ts';
import { ask, type EarlyEnd } from '../dialogs/dialog-requests.ts';
import type { Question } from '../dialogs/questions-dialog.tsx';
import type { UploadingAnswer } from '../dialogs/uploading-dialog.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';

const NOTICE_SECONDS = 8;
/** SD-13: until it is known what became of it, which takes the place of this. */
const ON_ITS_WAY_SECONDS = 30;

/**
 * Sends a message after all that there is to ask about it, in the order of SD-1. What is wrong with the recipients is
 * told where they stand.
 */
export function useSendMessage(
  id: string,
  editor: RefObject<MailEditorHandle | null>,
  showRecipients: () => void,
) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const isAsking = useRef(false);

  async function howToSend(kind: SendKind): Promise<SendHow | null> {
    if (kind === 'send') return { type: 'send' };
    const blocking = model.problems(id).find(({ severity }) => severity === 'blocks');
    if (blocking) {
      await tellBlock(blocking);
      return null;
    }
    if (kind === 'schedule') {
      const at = await ask<number | null>((answer) => ({ kind: 'schedule', at: null, answer }));
      return at === null ? null : { type: 'schedule', at };
    }
    const rule = await ask<PeriodicRule | null>((answer) => ({ kind: 'period', rule: null, answer }));
    return rule === null ? null : { type: 'period', rule };
  }

  async function tellBlock(problem: SendProblem): Promise<void> {
    if (problem.kind === 'no_receiver' || problem.kind === 'invalid_recipients') showRecipients();
    else await ask<boolean>((answer) => ({ kind: 'problem', problem, answer }));
  }

  async function tell(failure: SendFailure, how: SendKind): Promise<void> {
    // Nothing is to be done about these now.
    if (failure.reason === 'no_answer' || failure.reason === 'sent_meanwhile') {
      notify({ text: failureWords(t, failure, how), tone: 'danger', seconds: 10 });
    } else {
      await ask<boolean>((answer) => ({ kind: 'failed', failure, how, answer }));
    }
  }

  /** SH-1; null: it is gone on with, and nothing is shared or sent. */
  function askSharing(
    ids: readonly string[],
    how: SendHow,
    refused: EarlyEnd | null,
  ): Promise<Sharing | null> {
    const view = model.window(id);
    const all = view ? [...view.to, ...view.cc, ...view.bcc] : [];
    const receivers = [...new Map(all.map((recipient) => [recipient.email, recipient])).values()];
    return ask<Sharing | null>((answer) => ({ kind: 'sharing', ids, receivers, how, refused, answer }));
  }

  /** Whether its files are up now, and it is still to be sent. */
  async function filesAreUp(): Promise<boolean> {
    const how = await model.awaitUploads(id);
    const asked = model.window(id);
    // What was typed in this very moment.
    editor.current?.flush();
    const ended = how === 'ended' && model.window(id) === asked;
    if (how === 'edited' || (how === 'ended' && !ended)) {
      notify({ text: t('sending.waiting.edited'), seconds: NOTICE_SECONDS });
    }
    if (how === 'closed') notify({ text: t('sending.waiting.closed'), seconds: NOTICE_SECONDS });
    return ended;
  }

  return async (kind: SendKind): Promise<void> => {
    // Pressed twice it would ask again for a message that has left.
    if (isAsking.current || model.window(id)?.awaitsFiles) return;
    isAsking.current = true;
    try {
      await send(kind);
    } finally {
      isAsking.current = false;
    }
  };

  async function send(kind: SendKind): Promise<void> {
    editor.current?.flush();
    const how = await howToSend(kind);
    if (!how) return;
    const confirmed: SendQuestion[] = [];
    let sharing: Sharing | undefined;
    let linked: readonly string[] = [];
    for (;;) {
      const outcome = await model.send(id, how, confirmed, sharing);
      if (outcome.kind === 'links') {
        linked = outcome.ids;
        const answer = await askSharing(linked, how, null);
        if (answer === null) return;
        sharing = answer;
        confirmed.push('spam');
      } else if (outcome.kind === 'failed' && sharing && lastSendOf(outcome.error) !== null) {
        // Told where the end is chosen.
        const lastSend = lastSendOf(outcome.error) as number;
        const answer = await askSharing(linked, how, { sharing, lastSend });
        if (answer === null) return;
        sharing = answer;
      } else if (outcome.kind === 'unshared') {
        const { error } = outcome;
        notify({
          text: `${t('driveMail.share.failed')} ${errorWords(t, error)}`,
          tone: 'danger',
          seconds: 10,
        });
        return;
      } else if (outcome.kind === 'stopped') {
        const blocking = outcome.problems.find(({ severity }) => severity === 'blocks');
        if (blocking) return tellBlock(blocking);
        const asked = outcome.problems.filter((problem): problem is SendAsks => problem.severity === 'asks');
        const uploading = asked.find(({ kind }) => kind === 'uploading');
        if (uploading?.kind === 'uploading') {
          const names = uploading.files.map(({ name }) => name);
          const answer = await ask<UploadingAnswer>((give) => ({ kind: 'uploading', names, answer: give }));
          if (answer === 'back' || (answer === 'wait' && !(await filesAreUp()))) return;
          if (answer === 'without') confirmed.push('uploading');
          continue;
        }
        const questions = asked.filter((question): question is Question => question.kind !== 'uploading');
        if (!(await ask<boolean>((answer) => ({ kind: 'questions', questions, answer })))) return;
        // The check of the text is part of what was asked, whether it found something or not.
        confirmed.push(...questions.map(({ kind }) => kind), 'spam');
      } else {
        if (outcome.kind === 'failed') await tell(outcome.failure, kind);
        // What can be taken back has a notice of its own, and so has what is planned.
        const { sent } = outcome.kind === 'done' ? outcome : { sent: null };
        if (sent?.how === 'send' && sent.undoUntil === null && sent.message.sending?.state !== 'sent') {
          notify({ text: t('sending.onItsWay'), seconds: ON_ITS_WAY_SECONDS });
        }
        return;
      }
    }
  }
}

/** When the message leaves last, where its shares were refused because they end before. */
function lastSendOf(error: ApiError | null): number | null {
  if (error?.code !== 'share_ends_early') return null;
  const { last_send: at } = error.details;
  return typeof at === 'number' ? at : null;
}
