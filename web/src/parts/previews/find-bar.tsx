import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './pdf-reader.module.css';
import type { PdfFind } from './use-pdf-find.ts';

/** Searches a whole document; the browser's own search sees only the rendered pages. */
export function FindBar({
  find,
  field,
  onClose,
}: {
  find: PdfFind;
  field: Ref<HTMLInputElement>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { hits, at, reading } = find.found;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') onClose();
    else find.step(event.shiftKey ? -1 : 1);
  }

  function said(): string {
    if (find.typed.trim() === '') return '';
    if (hits.length > 0) return t('previews.found', { at: at + 1, total: hits.length });
    return t(reading ? 'previews.finding' : 'previews.notFound');
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: React and older browsers do not know <search>
    <div role="search" className={styles.find}>
      <TextInput
        ref={field}
        className={styles.findField}
        size="sm"
        autoComplete="off"
        aria-label={t('previews.find')}
        placeholder={t('previews.find')}
        value={find.typed}
        onChange={({ currentTarget }) => find.type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.said} role="status">
        {said()}
      </span>
      <ToolButton
        icon={IconChevronUp}
        label={t('previews.findPrevious')}
        disabled={hits.length === 0}
        onClick={() => find.step(-1)}
      />
      <ToolButton
        icon={IconChevronDown}
        label={t('previews.findNext')}
        disabled={hits.length === 0}
        onClick={() => find.step(1)}
      />
      <ToolButton icon={IconX} label={t('previews.findClose')} onClick={onClose} />
    </div>
  );
}
