import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { Invitation, InvitationAnswer } from '@bocau/contract/invitations.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import { announceAct } from '../acts/announce-act.ts';
import { notify } from '../notices/notify.ts';

type Answering = {
  api: ApiClient;
  fileId: string;
  invitation: Invitation;
  /** With what the card shows from now on. */
  show(invitation: Invitation): void;
  /** Something else holds on the server than the card shows. */
  readAgain(): void;
};

/**
 * CL-391: the notice of an answer takes it back as long as its organiser is not told of it. CL-402: what the server refuses
 * is said here; an answer that did not get there is thrown.
 */
export async function answerInvitation(
  { api, fileId, invitation, show, readAgain }: Answering,
  answer: InvitationAnswer,
): Promise<void> {
  const params = { id: fileId };
  const { answered: before } = invitation;
  const title = invitation.title || say('invitation.noTitle');
  const data = await given();
  if (!data) return;
  show(data);
  if (!data.answered?.untold) return;
  const act = {
    settled: Promise.resolve(true),
    async undo() {
      const earlier = before?.to_this ? before.answer : 'waiting';
      const body = { answer: earlier, instead_of: answer } as const;
      show((await api.answerInvitation({ params, body })).data);
      return true;
    },
    refused(error: ApiError) {
      refuse(undoRefused(error));
    },
  };
  announceAct(act, say(`invitation.given.${answer}`, { title }), { isTold: () => true });

  async function given(): Promise<Invitation | null> {
    try {
      return (await api.answerInvitation({ params, body: { answer } })).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
      refuse(`${say('invitation.answerRefused', { title })} ${whyRefused(error)}`);
      return null;
    }
  }

  function refuse(text: string): void {
    notify({ text, tone: 'danger', seconds: 8 });
    readAgain();
  }
}

function undoRefused(error: ApiError): string {
  if (error.code === 'invitation_closed') return say('invitation.answerStands');
  if (error.code === 'event_changed') return say('invitation.answerSince');
  return whyRefused(error);
}

function whyRefused(error: ApiError): string {
  // Elsewhere it is said of a draft.
  return error.code === 'sending_disabled' ? say('composeWindow.notes.disabled') : errorWords(say, error);
}
