import { ActionIcon } from '@mantine/core';
import type { ComponentProps, ComponentType } from 'react';
import styles from './floating-button.module.css';

type FloatingButtonProps = Pick<ComponentProps<'button'>, 'onClick' | 'onFocus' | 'onPointerEnter'> & {
  icon: ComponentType<{ size?: number | string }>;
  label: string;
};

/** What one does most in a room, over its list on a phone. It has no text, so it does not grow with large text. */
export function FloatingButton({ icon: Icon, label, ...rest }: FloatingButtonProps) {
  return (
    <ActionIcon
      {...rest}
      variant="filled"
      className={styles.floating}
      size="calc(56px)"
      data-floating
      aria-label={label}
    >
      <Icon size={24} />
    </ActionIcon>
  );
}
