import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { ReplyFields } from './reply-fields.tsx';
import { turnedOn } from './reply-form.ts';
import { ReplyPreview } from './reply-preview.tsx';
import styles from './reply-settings.module.css';
import form from './settings-form.module.css';
import { type UnsavedReply, useReplyForm } from './use-reply-form.ts';

type Props = {
  /** Called whenever there are unsaved changes, or none any more. */
  onUnsaved(unsaved: UnsavedReply | null): void;
};

const SWITCH = ['on', 'off'] as const;

/** VA-1: the fields of the automatic reply, which are saved with the surrounding settings. */
export function ReplySettings({ onUnsaved }: Props) {
  const { t } = useTranslation();
  const choice = useReplyForm(onUnsaved);
  const [previewing, setPreviewing] = useState(false);
  const { rules, shown, choose, today, reply } = choice;

  const isKnown = rules.data !== undefined;
  if (!isKnown && rules.isError)
    return <LoadFailed words={t('autoReply.loadFailed')} onRetry={() => void rules.refetch()} />;
  return (
    <div className={shown.on ? styles.whole : undefined}>
      <ChoiceRow
        field="autoReply"
        label={t('autoReply.title')}
        hint={t('autoReply.hint')}
        options={SWITCH.map((value) => ({ value, label: t(`autoReply.${value}`) }))}
        // The row is rendered while its value loads, so that nothing below is pushed down.
        value={isKnown ? (shown.on ? 'on' : 'off') : null}
        onChange={(value) => choose(value === 'on' ? turnedOn(shown, today) : { on: false })}
      />
      {shown.on && (
        <div className={form.row}>
          <span />
          <ReplyFields choice={choice} onPreview={() => setPreviewing(true)} />
        </div>
      )}
      <ReplyPreview opened={previewing} onClose={() => setPreviewing(false)} reply={reply} />
    </div>
  );
}
