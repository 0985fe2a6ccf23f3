import type { ApiError } from '@bocau/contract/client.ts';
import { type RefObject, useRef } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type {
  ComposeModel,
  ComposeRecipient,
  SendAsks,
  SendHow,
  SendPress,
  SendProblem,
  SendQuestion,
  Sharing,
} from '../../../model/compose/compose-model.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ask } from '../dialogs/dialog-requests.ts';
import type { Question } from '../dialogs/questions-dialog.tsx';
import type { UploadingAnswer } from '../dialogs/uploading-dialog.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { askAside, askSharing, askWhen, tellFailure } from './send-asks.ts';

const NOTICE_SECONDS = 8;
/** SD-13: the notice stays until the result is known, whose notice replaces it. */
const ON_ITS_WAY_SECONDS = 30;

/**
 * Sends a message after all questions about it, in the order of SD-1. Faults of the recipients are shown at
 * their fields.
 */
export function useSendMessage(
  id: string,
  editor: RefObject<MailEditorHandle | null>,
  showRecipients: () => void,
) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const isAsking = useRef(false);

  async function howToSend(kind: SendPress): Promise<SendHow | null> {
    if (kind === 'send') return { type: 'send' };
    if (kind === 'archive') return { type: 'send', aside: { to: 'archive' } };
    const blocking = model.problems(id).find(({ severity }) => severity === 'blocks');
    if (blocking) {
      await tellBlock(blocking);
      return null;
    }
    return kind === 'later' ? askAside() : askWhen(kind);
  }

  async function tellBlock(problem: SendProblem): Promise<void> {
    if (problem.kind === 'no_receiver' || problem.kind === 'invalid_recipients') showRecipients();
    else await ask<boolean>((answer) => ({ kind: 'problem', problem, answer }));
  }

  function receivers(): ComposeRecipient[] {
    const view = model.window(id);
    return view ? [...view.to, ...view.cc, ...view.bcc] : [];
  }

  return async (kind: SendPress): Promise<void> => {
    // A second press would ask again about a message that has been sent.
    if (isAsking.current || model.window(id)?.awaitsFiles) return;
    isAsking.current = true;
    try {
      await send(kind);
    } finally {
      isAsking.current = false;
    }
  };

  async function send(kind: SendPress): Promise<void> {
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
        const answer = await askSharing(receivers(), { ids: linked, how, refused: null });
        if (answer === null) return;
        sharing = answer;
        confirmed.push('spam');
      } else if (outcome.kind === 'failed' && sharing && lastSendOf(outcome.error) !== null) {
        // Shown where the end date is chosen.
        const lastSend = lastSendOf(outcome.error) as number;
        const answer = await askSharing(receivers(), { ids: linked, how, refused: { sharing, lastSend } });
        if (answer === null) return;
        sharing = answer;
      } else if (outcome.kind === 'unshared') {
        const { error } = outcome;
        const text = `${t('driveMail.share.failed')} ${errorWords(t, error)}`;
        notify({ text, tone: 'danger', seconds: 10 });
        return;
      } else if (outcome.kind === 'stopped') {
        const blocking = outcome.problems.find(({ severity }) => severity === 'blocks');
        if (blocking) return tellBlock(blocking);
        const asked = outcome.problems.filter((problem): problem is SendAsks => problem.severity === 'asks');
        const uploading = asked.find(({ kind }) => kind === 'uploading');
        if (uploading?.kind === 'uploading') {
          const names = uploading.files.map(({ name }) => name);
          const answer = await ask<UploadingAnswer>((give) => ({ kind: 'uploading', names, answer: give }));
          if (answer === 'back' || (answer === 'wait' && !(await filesAreUp({ model, id, editor, t }))))
            return;
          if (answer === 'without') confirmed.push('uploading');
          continue;
        }
        const questions = asked.filter((question): question is Question => question.kind !== 'uploading');
        if (!(await ask<boolean>((answer) => ({ kind: 'questions', questions, answer })))) return;
        // The spam check was part of what was asked, whether it found something or not.
        confirmed.push(...questions.map(({ kind }) => kind), 'spam');
      } else {
        if (outcome.kind === 'failed') await tellFailure(t, outcome.failure, how.type);
        // A send that can be undone has a notice of its own, and so has a planned one.
        const { sent } = outcome.kind === 'done' ? outcome : { sent: null };
        if (sent?.how === 'send' && sent.undoUntil === null && sent.message.sending?.state !== 'sent') {
          notify({ text: t('sending.onItsWay'), seconds: ON_ITS_WAY_SECONDS });
        }
        return;
      }
    }
  }
}

/** The message's last send, where its shares were refused because they end before it. */
function lastSendOf(error: ApiError | null): number | null {
  if (error?.code !== 'share_ends_early') return null;
  const { last_send: at } = error.details;
  return typeof at === 'number' ? at : null;
}

type Waiting = { model: ComposeModel; id: string; editor: RefObject<MailEditorHandle | null>; t: Say };

/** Waits for the uploads; resolves to whether they succeeded and the message is still to be sent. */
async function filesAreUp({ model, id, editor, t }: Waiting): Promise<boolean> {
  const how = await model.awaitUploads(id);
  const asked = model.window(id);
  // The latest keystrokes.
  editor.current?.flush();
  const ended = how === 'ended' && model.window(id) === asked;
  if (how === 'edited' || (how === 'ended' && !ended)) {
    notify({ text: t('sending.waiting.edited'), seconds: NOTICE_SECONDS });
  }
  if (how === 'closed') notify({ text: t('sending.waiting.closed'), seconds: NOTICE_SECONDS });
  return ended;
}
