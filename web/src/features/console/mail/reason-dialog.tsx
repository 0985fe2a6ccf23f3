import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';

type Props = {
  title: string;
  text: string;
  /** The label of the action. */
  act: string;
  onAct(reason: string): void;
  onClose(): void;
};

/** Asks for confirmation and an optional reason. */
export function ReasonDialog({ title, text, act, onAct, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <ChoiceDialog
      title={title}
      safe={t('common.actions.cancel')}
      other={{ label: act, tone: 'danger' }}
      onSafe={onClose}
      onOther={() => onAct(reason.trim())}
    >
      <p>{text}</p>
      <TextInput
        label={t('adminMail.queue.note')}
        maxLength={200}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ChoiceDialog>
  );
}
