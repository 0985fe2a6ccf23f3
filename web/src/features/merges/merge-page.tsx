import { Button } from '@mantine/core';
import { IconCloudOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation } from '../../router/router.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { LoadingRows } from '../../ui/rows/loading-rows.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { AfterEnd } from './after-end.tsx';
import { CheckStep } from './check-step.tsx';
import { DeleteMerge } from './delete-merge.tsx';
import { MergeHead } from './merge-head.tsx';
import { MergeProgress } from './merge-progress.tsx';
import { MergeReport } from './merge-report.tsx';
import { canBeDeleted, faultWords, titleOf } from './merge-words.ts';
import { SendStep } from './send-step.tsx';
import { StepLine, stepOf } from './step-line.tsx';
import { TableStep } from './table-step.tsx';
import { TextStep } from './text-step.tsx';
import { type ShownMerge, useMerge } from './use-merge.ts';

/** One merge: its steps until it is started, then how far it is and what became of each message. */
export function MergePage({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data: merge, error, isError, refetch } = useMerge(id);
  const [removing, setRemoving] = useState(false);
  if (!merge) {
    return (
      <>
        <MergeHead title={t('merges.title')} />
        {isError ? (
          <ListState icon={IconCloudOff} title={t('merges.failedOne')} text={faultWords(t, error)}>
            <Button onClick={() => void refetch()}>{t('common.actions.retry')}</Button>
          </ListState>
        ) : (
          <LoadingRows label={t('merges.loading')} lines={2} />
        )}
      </>
    );
  }
  const title = titleOf(t, merge);
  return (
    <>
      <MergeHead title={title} merge={merge}>
        {canBeDeleted(merge) && (
          <ToolButton
            icon={IconTrash}
            label={t('merges.delete.of', { title })}
            hint={t('merges.delete.act')}
            onClick={() => setRemoving(true)}
          />
        )}
      </MergeHead>
      {merge.state === 'preparing' ? (
        <Steps merge={merge} />
      ) : (
        <>
          <MergeProgress merge={merge} />
          <MergeReport merge={merge} />
          {/* Below, so that nothing moves when it ends. */}
          {(merge.state === 'done' || merge.state === 'stopped') && <AfterEnd merge={merge} />}
        </>
      )}
      {removing && <DeleteMerge merge={merge} onClose={() => setRemoving(false)} />}
    </>
  );
}

function Steps({ merge }: { merge: ShownMerge }) {
  const step = stepOf(useLocation().search);
  return (
    <>
      <StepLine merge={merge} step={step} />
      {step === 'table' && <TableStep merge={merge} />}
      {step === 'text' && <TextStep merge={merge} />}
      {step === 'check' && <CheckStep merge={merge} />}
      {step === 'send' && <SendStep merge={merge} />}
    </>
  );
}
