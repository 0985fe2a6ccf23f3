import { deleteThreads } from './delete.ts';
import { deleteMessage } from './delete-message.ts';
import { followUp } from './follow-up.ts';
import { label } from './label.ts';
import { mark } from './mark.ts';
import { move, notSpam } from './move.ts';
import type { Step } from './operation.ts';
import type { MailOperationKind } from './operation-kind.ts';
import { pin } from './pin.ts';
import { putBack } from './put-back.ts';
import { restore } from './restore.ts';
import { restoreLabels } from './restore-labels.ts';
import { snooze } from './snooze.ts';
import { star } from './star.ts';

const KINDS: { [K in Step['kind']]: MailOperationKind<Extract<Step, { kind: K }>> } = {
  mark,
  star,
  move,
  spam: move,
  'not-spam': notSpam,
  delete: deleteThreads,
  'delete-for-good': deleteThreads,
  restore,
  snooze,
  unsnooze: snooze,
  'follow-up': followUp,
  pin,
  mute: pin,
  'delete-message': deleteMessage,
  'put-back': putBack,
  label,
  'restore-labels': restoreLabels,
};

/** The behaviour for a step of this kind. */
export function kindOf(step: Step): MailOperationKind {
  return KINDS[step.kind];
}
