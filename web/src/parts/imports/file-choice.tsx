import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './import.module.css';

type Props = {
  file: File | null;
  words: { about: string; choose: string; other: string };
  accept: string;
  disabled: boolean;
  /** Why the file could not be read. */
  fault: string | null;
  onChoose(file: File): void;
  /** Reads it again; null where that would not help. */
  onRetry: (() => void) | null;
};

/** The file of an import. */
export function FileChoice({ file, words, accept, disabled, fault, onChoose, onRetry }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.choice}>
      <p className={styles.about}>{words.about}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={words.choose}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) onChoose(chosen);
          // So that the same file can be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
      <div className={styles.file}>
        <Button
          variant={file ? 'default' : 'filled'}
          data-autofocus
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {file ? words.other : words.choose}
        </Button>
        <span>{file?.name}</span>
      </div>
      {fault !== null && (
        <div className={styles.refusal} role="alert">
          <p>{fault}</p>
          {onRetry && (
            <Button variant="default" size="compact-md" onClick={onRetry}>
              {t('common.actions.retry')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
