import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
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
};

/** CL-391: the notice of an answer takes it back as long as its organiser is not told of it. */
export async function answerInvitation(
  { api, fileId, invitation, show }: Answering,
  answer: InvitationAnswer,
): Promise<void> {
  const params = { id: fileId };
  const { answered: before } = invitation;
  const { data } = await api.answerInvitation({ params, body: { answer } });
  show(data);
  if (!data.answered?.untold) return;
  const title = invitation.title || say('invitation.noTitle');
  const act = {
    settled: Promise.resolve(true),
    async undo() {
      const earlier = before?.to_this ? before.answer : 'waiting';
      const body = { answer: earlier, instead_of: answer } as const;
      show((await api.answerInvitation({ params, body })).data);
      return true;
    },
    refused(error: ApiError) {
      const isTold = error.code === 'invitation_closed';
      const text = isTold ? say('invitation.answerStands') : errorWords(say, error);
      notify({ text, tone: 'danger', seconds: 8 });
    },
  };
  announceAct(act, say(`invitation.given.${answer}`, { title }), { isTold: () => true });
}
