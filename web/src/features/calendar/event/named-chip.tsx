import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import styles from './quick-form.module.css';

type Props = {
  name: string;
  /** What pressing it does. */
  label: string;
  title?: string;
  /** While it is not chosen. */
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  isChosen: boolean;
  disabled?: boolean;
  onToggle(): void;
};

/** Somebody or something that the line of a new event names, chosen by one press. */
export function NamedChip({ name, label, title, icon: Icon, isChosen, disabled = false, onToggle }: Props) {
  const Shown = isChosen ? IconCheck : Icon;
  return (
    <Button
      size="compact-md"
      classNames={{ root: styles.guest, label: styles.name }}
      variant={isChosen ? 'light' : 'default'}
      leftSection={<Shown size={14} aria-hidden />}
      aria-label={label}
      aria-pressed={isChosen}
      title={title}
      disabled={disabled}
      onClick={onToggle}
    >
      {name}
    </Button>
  );
}
