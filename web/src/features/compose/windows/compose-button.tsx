import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMailbox } from '../../mailbox-context/use-mailbox.ts';
import styles from './compose-button.module.css';
import { useComposeDoor, useWithCompose } from './compose-door.ts';

/** CW-13: where sending is off it is not there. */
export function ComposeButton({ as }: { as: 'button' | 'sign' | 'floating' }) {
  const { t } = useTranslation();
  const door = useComposeDoor();
  const withCompose = useWithCompose();
  const maySend = useMailbox((model) => model.user()?.enable_smtp === 1);
  if (!maySend) return null;
  const open = () => withCompose((compose) => compose.openNew());
  const prepare = () => void door.load().catch(() => undefined);
  if (as === 'button') {
    return (
      <Button
        className={styles.button}
        leftSection={<IconPencil size={18} />}
        onPointerEnter={prepare}
        onClick={open}
      >
        {t('letters.compose')}
      </Button>
    );
  }
  return (
    <ActionIcon
      variant="filled"
      className={as === 'sign' ? styles.sign : styles.floating}
      size={as === 'sign' ? 40 : 56}
      aria-label={t('letters.compose')}
      data-hint={t('letters.compose')}
      data-hint-side="right"
      onPointerEnter={prepare}
      onClick={open}
    >
      <IconPencil size={as === 'sign' ? 20 : 24} />
    </ActionIcon>
  );
}
