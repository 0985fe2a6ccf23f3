import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './filter-editor.module.css';

type Props = {
  asked: 'leave' | 'broad' | null;
  actions: string;
  onStay(): void;
  onGo(): void;
  onConditions(): void;
};

/** Asks before what was typed is lost, and before a filter is saved that hardly leaves a message out. */
export function EditorQuestion({ asked, actions, onStay, onGo, onConditions }: Props) {
  const { t } = useTranslation();
  const isBroad = asked === 'broad';
  return (
    <Modal
      opened={asked !== null}
      onClose={onStay}
      title={t(isBroad ? 'filters.editor.broad.title' : 'filters.editor.leave.title')}
      withCloseButton={false}
      centered
      size={440}
    >
      <p className={styles.question}>
        {isBroad ? t('filters.editor.broad.text', { actions }) : t('filters.editor.leave.text')}
      </p>
      <div className={styles.buttons}>
        <Button variant="default" data-autofocus onClick={isBroad ? onConditions : onStay}>
          {t(isBroad ? 'filters.editor.broad.back' : 'filters.editor.leave.stay')}
        </Button>
        <Button className={isBroad ? undefined : styles.discard} onClick={onGo}>
          {t(isBroad ? 'filters.editor.broad.save' : 'filters.editor.leave.discard')}
        </Button>
      </div>
    </Modal>
  );
}
