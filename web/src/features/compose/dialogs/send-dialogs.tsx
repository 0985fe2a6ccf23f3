import { useSyncExternalStore } from 'react';
import { asked } from './asking.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FailureDialog } from './failure-dialog.tsx';
import { PeriodDialog } from './period-dialog.tsx';
import { ProblemDialog } from './problem-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SigningOutDialog } from './signing-out-dialog.tsx';
import { SpamDialog } from './spam-dialog.tsx';
import { UploadingDialog } from './uploading-dialog.tsx';

/** The one question that waits for an answer. */
export function SendDialogs() {
  const question = useSyncExternalStore(asked.subscribe, asked.get);
  switch (question?.kind) {
    case 'problem':
      return <ProblemDialog problem={question.problem} onAnswer={question.answer} />;
    case 'uploading':
      return <UploadingDialog names={question.names} onAnswer={question.answer} />;
    case 'failed':
      return (
        <FailureDialog failure={question.failure} how={question.how} onClose={() => question.answer(false)} />
      );
    case 'spam':
      return <SpamDialog symbols={question.symbols} onAnswer={question.answer} />;
    case 'schedule':
      return <ScheduleDialog at={question.at} onAnswer={question.answer} />;
    case 'period':
      return <PeriodDialog rule={question.rule} onAnswer={question.answer} />;
    case 'signing-out':
      return <SigningOutDialog onAnswer={question.answer} />;
    default:
      return <ConflictDialog />;
  }
}
