import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readSubject } from '../../model/mail/read-subject.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import styles from '../../ui/layers/choice-dialog.module.css';
import { Modal } from '../../ui/layers/modal.tsx';
import { deleteForGood } from './acts.ts';
import { runBulk } from './run-bulk.ts';

type DialogProps = { target: ActTarget; onClose(): void };

export function DeleteForGoodDialog({ target, onClose }: DialogProps) {
  const { t } = useTranslation();
  const count = target.whole?.total ?? target.threads.length;
  const [first] = target.threads;
  const subject = count === 1 && first ? readSubject(first.subject).words : '';
  return (
    <FinalDialog
      title={t('acts.finalDelete.title', { threads: t('acts.threads', { count }) })}
      text={subject ? t('acts.finalDelete.textOne', { subject }) : t('acts.finalDelete.text')}
      act={t('acts.labels.deleteForGood')}
      onAct={() => deleteForGood(target)}
      onClose={onClose}
    />
  );
}

export function EmptyTrashDialog({ target, onClose }: DialogProps) {
  const { t } = useTranslation();
  const count = target.model.folderByPath('Trash')?.total_threads ?? 0;
  return (
    <FinalDialog
      title={t('acts.emptyTrash.title', { threads: t('acts.threads', { count }) })}
      text={t('acts.emptyTrash.text')}
      act={t('acts.labels.emptyTrash')}
      onAct={() => {
        const where = { kind: 'folder', path: 'Trash' } as const;
        void runBulk(target.model, 'deleteForGood', { where, action: 'delete' });
      }}
      onClose={onClose}
    />
  );
}

/** Asks once before something irreversible; the safe choice comes first and has the focus. */
function FinalDialog(props: { title: string; text: string; act: string; onAct(): void; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={props.onClose} title={props.title} withCloseButton={false} centered size={440}>
      <p className={styles['text']}>{props.text}</p>
      <div className={styles['choices']}>
        <Button variant="default" data-autofocus onClick={props.onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button
          className={styles['danger']}
          onClick={() => {
            props.onClose();
            props.onAct();
          }}
        >
          {props.act}
        </Button>
      </div>
    </Modal>
  );
}
