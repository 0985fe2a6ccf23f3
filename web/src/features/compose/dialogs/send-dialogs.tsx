import { useSyncExternalStore } from 'react';
import { SnoozeTimes } from '../../../parts/times/snooze-times.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { composeDialog } from './dialog-requests.ts';
import { FailureDialog } from './failure-dialog.tsx';
import { PeriodDialog } from './period-dialog.tsx';
import { ProblemDialog } from './problem-dialog.tsx';
import { QuestionsDialog } from './questions-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SharingDialog } from './sharing-dialog.tsx';
import { SigningOutDialog } from './signing-out-dialog.tsx';
import { UploadingDialog } from './uploading-dialog.tsx';

/** The one dialog that is waiting for an answer. */
export function SendDialogs() {
  const dialog = useSyncExternalStore(composeDialog.subscribe, composeDialog.get);
  switch (dialog?.kind) {
    case 'problem':
      return <ProblemDialog problem={dialog.problem} onClose={() => dialog.answer(false)} />;
    case 'questions':
      return <QuestionsDialog questions={dialog.questions} onAnswer={dialog.answer} />;
    case 'uploading':
      return <UploadingDialog names={dialog.names} onAnswer={dialog.answer} />;
    case 'failed':
      return <FailureDialog failure={dialog.failure} how={dialog.how} onClose={() => dialog.answer(false)} />;
    case 'schedule':
      return <ScheduleDialog at={dialog.at} onAnswer={dialog.answer} />;
    case 'later':
      return <SnoozeTimes count={1} onChoose={dialog.answer} onClose={() => dialog.answer(false)} />;
    case 'period':
      return <PeriodDialog rule={dialog.rule} onAnswer={dialog.answer} />;
    case 'sharing':
      return (
        <SharingDialog
          ids={dialog.ids}
          receivers={dialog.receivers}
          how={dialog.how}
          refused={dialog.refused}
          onAnswer={dialog.answer}
        />
      );
    case 'signing-out':
      return <SigningOutDialog lost={dialog.lost} onAnswer={dialog.answer} />;
    default:
      return <ConflictDialog />;
  }
}
