import type { Invitation } from '@bocau/contract/invitations.ts';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { readObjectOfUid } from '../../calendar/objects/objects.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { Failure } from '../../platform/failure.ts';
import { type ApplyDeps, applyAnswer } from './apply-meeting-mail.ts';
import { openInvitation } from './show-invitation.ts';
import { readUnprovenAnswer } from './unproven-answer.ts';

/** CL-377: who asks to a meeting takes the answer of a guest that nothing proves, as one that they believe. */
export async function takeAnswer(deps: ApplyDeps, mailboxId: number, fileId: string): Promise<Invitation> {
  const opened = await openInvitation(deps, mailboxId, fileId);
  const answer = opened?.shown.may_take && (await readUnprovenAnswer(deps, opened.file));
  if (!answer) throw closed();
  const { message, guest: author } = answer;
  const own = new Set((await readSenders(deps.db, mailboxId)).map(({ email }) => foldAddress(email)));
  await changeCalendar(deps, mailboxId, async (change) => {
    change.allowGrowth();
    const stored = await readObjectOfUid(change.tx, mailboxId, message.uid);
    await applyAnswer(deps, change, stored, message, { author, own });
  });
  const after = await openInvitation(deps, mailboxId, fileId);
  if (!after) throw closed();
  return after.shown;
}

function closed(): Failure {
  return new Failure('invitation_closed', 'This answer can not be taken, or is in the calendar already');
}
