import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PHONE } from '../../../ui/breakpoints.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { ListState } from '../../../ui/list-state.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import styles from './duplicates.module.css';
import { DuplicatesGroup } from './duplicates-group.tsx';
import { keyOfGroup, useDuplicates } from './use-duplicates.ts';

/** CT-13: cards that may be of one person, to be merged or left apart. */
export function DuplicatesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const small = useMedia(PHONE);
  const count = useRef<HTMLParagraphElement>(null);
  const state = useDuplicates();
  const { groups } = state;
  // The button that had the focus has left with its group.
  const moveFocus = () => count.current?.focus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contactTools.duplicates.title')}
      size={860}
      fullScreen={small}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles.duplicates}>
        {state.failed && <LoadFailed words={t('contactTools.duplicates.failed')} onRetry={state.retry} />}
        {!groups && !state.failed && (
          <p className={styles.about} role="status">
            {t('common.loading')}
          </p>
        )}
        {groups?.length === 0 && (
          <ListState
            icon={IconUsers}
            title={t('contactTools.duplicates.none.title')}
            text={t('contactTools.duplicates.none.text')}
          >
            <Button onClick={onClose}>{t('common.actions.close')}</Button>
          </ListState>
        )}
        {groups && groups.length > 0 && (
          <>
            <p className={styles.about}>{t('contactTools.duplicates.about')}</p>
            <p ref={count} tabIndex={-1} className={styles.count} role="status">
              {t('contactTools.duplicates.count', { count: groups.length })}
            </p>
            {groups.map((group) => (
              <DuplicatesGroup
                key={keyOfGroup(group)}
                group={group}
                onMerge={async (keepId) => {
                  const refusal = await state.merge(group, keepId);
                  if (refusal === null) moveFocus();
                  return refusal;
                }}
                onApart={() => {
                  state.hide(group);
                  moveFocus();
                }}
              />
            ))}
          </>
        )}
      </div>
    </Modal>
  );
}
