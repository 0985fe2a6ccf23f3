import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './choice-dialog.module.css';
import { Modal } from './modal.tsx';

type Props = {
  title: string;
  /** The safe choice: it comes first and has the focus. */
  safe: string;
  /** Left out when there is no alternative. */
  other?: { label: string; tone?: 'plain' | 'danger'; disabled?: boolean };
  onSafe(): void;
  onOther?(): void;
  /** Escape, where it is neither of the two. */
  onLeave?(): void;
  children: ReactNode;
};

export function ChoiceDialog({ title, safe, other, onSafe, onOther, onLeave, children }: Props) {
  return (
    <Modal opened onClose={onLeave ?? onSafe} title={title} withCloseButton={false} centered size={460}>
      <div className={styles.text}>{children}</div>
      <div className={styles.choices}>
        <Button variant={other ? 'default' : 'filled'} data-autofocus onClick={onSafe}>
          {safe}
        </Button>
        {other && (
          <Button
            className={other.tone === 'danger' ? styles.danger : undefined}
            disabled={other.disabled}
            onClick={onOther}
          >
            {other.label}
          </Button>
        )}
      </div>
    </Modal>
  );
}
