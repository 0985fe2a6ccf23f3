import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './pdf-reader.module.css';

type Props = { page: number; total: number; onGo(page: number): void };

/** The number of the current page, and a field to go to another one. */
export function PageField({ page, total, onGo }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);

  function go(): void {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    if (wanted >= 1) onGo(Math.min(total, wanted));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go();
  }

  return (
    <div className={styles.pageField}>
      <TextInput
        size="sm"
        w={56}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('previews.pageOf', { total })}
        value={typed ?? String(page)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={go}
        onKeyDown={onKeyDown}
      />
      <span aria-hidden>/ {total}</span>
    </div>
  );
}
