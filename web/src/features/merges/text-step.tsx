import type { Merge } from '@bocau/contract/merges.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { GoneDraft, isDraftGone } from './gone-draft.tsx';
import styles from './merges.module.css';
import { MessagePreview } from './message-preview.tsx';
import { NextStep } from './next-step.tsx';
import { OwnFiles } from './own-files.tsx';
import { useDraft } from './use-draft.ts';
import { useChangeMerge, useForgetRows } from './use-merge.ts';

/** The message with the columns that are put into it, and what each person gets besides. */
export function TextStep({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const change = useChangeMerge(merge.id);
  const forget = useForgetRows(merge.id);
  const draft = useDraft(merge.draft_id, () => void forget());
  const [row, setRow] = useState(1);
  if (isDraftGone(merge)) return <GoneDraft merge={merge} />;
  return (
    <div className={styles.step}>
      <div className={styles.heading}>
        <h2>{t('merges.text.title')}</h2>
        <Button leftSection={<IconPencil size={16} />} onClick={draft.edit}>
          {t('merges.text.edit')}
        </Button>
      </div>
      <p className={styles.about}>{t('merges.text.about')}</p>
      <ul className={styles.fields} aria-label={t('merging.columns')}>
        {merge.columns.map(({ field }) => (
          <li key={field}>{`{${field}}`}</li>
        ))}
      </ul>
      <MessagePreview merge={merge} row={row} onRow={setRow} />
      <OwnFiles merge={merge} />
      <Checkbox
        label={t('merges.text.unsubscribe')}
        description={t('merges.text.unsubscribeAbout')}
        checked={merge.unsubscribe}
        onChange={({ currentTarget }) => void change({ unsubscribe: currentTarget.checked })}
      />
      <NextStep id={merge.id} after="text" />
    </div>
  );
}
