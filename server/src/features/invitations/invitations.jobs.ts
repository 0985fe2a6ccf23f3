import { sendProposalTask } from '../../calendar/proposals/propose-time.ts';
import { sendOwedTask } from '../../calendar/scheduling/change-objects.ts';
import { readMeetingMailTask } from '../../mail/incoming/meeting-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { putAnswered, putAnsweredTask } from './answer-in-calendar.ts';
import { type ApplyDeps, applyMeetingMail } from './apply-meeting-mail.ts';
import { type OwedDeps, sendOwed } from './send-owed.ts';
import { sendProposal } from './send-proposal.ts';

export function invitationHandlers(deps: OwedDeps & ApplyDeps): TaskHandler[] {
  return [
    handle(sendOwedTask, (job) => sendOwed(deps, job)),
    handle(sendProposalTask, (job) => sendProposal(deps, job)),
    handle(readMeetingMailTask, (job) => applyMeetingMail(deps, job)),
    handle(putAnsweredTask, (job) => putAnswered(deps, job)),
  ];
}
