import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './reply-settings.module.css';

type Props = { opened: boolean; reply: VacationRule; onClose(): void };

/** The automatic reply as its recipients see it. */
export function ReplyPreview({ opened, reply, onClose }: Props) {
  const { t } = useTranslation();
  const user = useSessionState((session) => session.user());
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('autoReply.preview.title')}
      closeButtonProps={{ 'aria-label': t('autoReply.preview.close') }}
      centered
      size={560}
    >
      <dl className={styles.preview}>
        <dt>{t('autoReply.preview.from')}</dt>
        <dd>{user?.fullname ? `${user.fullname} <${user.email}>` : reply.from}</dd>
        <dt>{t('autoReply.preview.subject')}</dt>
        <dd>{reply.subject || t('autoReply.subjectEmpty')}</dd>
      </dl>
      <p className={styles.text}>{reply.body.trimEnd()}</p>
    </Modal>
  );
}
