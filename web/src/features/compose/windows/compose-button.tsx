import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLazyCompose, useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
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
  const open = () => void openMessage((compose) => compose.openNew());
  // A failure is reported once the code is needed.
  const prepare = () => mayReadAhead() && void lazyCompose.load().catch(() => undefined);
  if (as === 'button') {
    return (
      <>
        <Button
          className={styles.button}
          leftSection={<IconPencil size={18} />}
          disabled={isOff}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={open}
        >
          {t('messages.compose')}
        </Button>
        {isOff && <p className={styles.off}>{t('messages.sendingOff')}</p>}
      </>
    );
  }
  const hint = isOff ? t('messages.sendingOff') : as === 'sign' ? t('messages.compose') : undefined;
  return (
    <ActionIcon
      variant="filled"
      className={as === 'sign' ? styles.sign : styles.floating}
      size={as === 'sign' ? 40 : 56}
      data-floating={as === 'floating' || undefined}
      aria-label={t('messages.compose')}
      disabled={isOff}
      data-hint={hint}
      data-hint-side="right"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      <IconPencil size={as === 'sign' ? 20 : 24} />
    </ActionIcon>
  );
}
