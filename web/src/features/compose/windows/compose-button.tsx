import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLazyCompose, useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { FloatingButton } from '../../../ui/floating-button.tsx';
import { mayReadAhead } from '../../../ui/read-ahead.ts';
import styles from './compose-button.module.css';

/**
 * LY-4: where sending is off the button is disabled and says why; over the list of a phone it is left out.
 */
export function ComposeButton({ as }: { as: 'button' | 'sign' | 'floating' }) {
  const { t } = useTranslation();
  const lazyCompose = useLazyCompose();
  const openMessage = useOpenMessage();
  const sending = useSessionState((session) => session.user()?.enable_smtp ?? null);
  const isOff = sending === 0;
  if (sending === null || (isOff && as === 'floating')) return null;
  // A failure is reported once the code is needed.
  const prepare = () => mayReadAhead() && void lazyCompose.load().catch(() => undefined);
  const open = () => void openMessage((compose) => compose.openNew());
  const opens = { onPointerEnter: prepare, onFocus: prepare, onClick: open };
  if (as === 'button') {
    return (
      <>
        <Button className={styles.button} leftSection={<IconPencil size={18} />} disabled={isOff} {...opens}>
          {t('messages.compose')}
        </Button>
        {isOff && <p className={styles.off}>{t('messages.sendingOff')}</p>}
      </>
    );
  }
  if (as === 'floating') {
    return <FloatingButton icon={IconPencil} label={t('messages.compose')} {...opens} />;
  }
  return (
    <ActionIcon
      variant="filled"
      className={styles.sign}
      size={40}
      aria-label={t('messages.compose')}
      disabled={isOff}
      data-hint={isOff ? t('messages.sendingOff') : t('messages.compose')}
      data-hint-side="right"
      {...opens}
    >
      <IconPencil size={20} />
    </ActionIcon>
  );
}
