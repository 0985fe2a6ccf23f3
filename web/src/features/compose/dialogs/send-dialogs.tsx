import { useSyncExternalStore } from 'react';
import { asked } from './asking.ts';
import { FailureDialog } from './failure-dialog.tsx';
import { ProblemDialog } from './problem-dialog.tsx';

/** The question that waits for an answer. */
export function SendDialogs() {
  const question = useSyncExternalStore(asked.subscribe, asked.get);
  switch (question?.kind) {
    case 'problem':
      return <ProblemDialog problem={question.problem} onAnswer={question.answer} />;
    case 'failed':
      return <FailureDialog failure={question.failure} onClose={() => question.answer(false)} />;
    default:
      return null;
  }
}
