import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullDate } from '../../../lib/dates.ts';
import { useCompose, useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { textOfHtml } from '../../../parts/message-body/text-of-html.ts';
import choice from '../../../ui/layers/choice-dialog.module.css';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './dialogs.module.css';
import { useQuietMoment } from './use-quiet-moment.ts';

/**
 * DR-9: the same draft was saved elsewhere. Nothing is lost: both versions are shown, and both can be kept.
 */
export function ConflictDialog() {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useCompose((compose) => compose.windows().find(({ conflict }) => conflict !== null) ?? null);
  const theirs = view?.conflict;
  const mayAsk = useQuietMoment(view?.id ?? null);
  if (!view || !theirs || !mayAsk) return null;
  const choose = (choice: 'mine' | 'theirs' | 'both') => void model.resolveConflict(view.id, choice);
  return (
    <Modal
      opened
      onClose={() => choose('both')}
      title={t('sending.conflict.title')}
      withCloseButton={false}
      centered
      size={760}
    >
      {/* The focus is on no button: a key that was meant for the text must not answer. */}
      <p className={choice.text} tabIndex={-1} data-autofocus>
        {view.isUnsent && <strong>{t('sending.conflict.unsent')} </strong>}
        {t('sending.conflict.text')}
      </p>
      <div className={styles.both}>
        <section>
          <h3>{t('sending.conflict.mine')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be scrollable by keys too */}
          <div className={styles.side} tabIndex={0}>
            <strong>{view.subject}</strong>
            {textOfHtml(view.body)}
          </div>
        </section>
        <section>
          <h3>{t('sending.conflict.theirs', { time: fullDate(theirs.date) })}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be scrollable by keys too */}
          <div className={styles.side} tabIndex={0}>
            <strong>{theirs.subject}</strong>
            {textOfHtml(theirs.body ?? '')}
          </div>
        </section>
      </div>
      <Group justify="flex-end" gap={8}>
        <Button onClick={() => choose('both')}>{t('sending.conflict.keepBoth')}</Button>
        <Button variant="default" onClick={() => choose('mine')}>
          {t('sending.conflict.keepMine')}
        </Button>
        <Button variant="default" onClick={() => choose('theirs')}>
          {t('sending.conflict.keepTheirs')}
        </Button>
      </Group>
    </Modal>
  );
}
