import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { UploadList } from '../../../parts/uploads/upload-list.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import styles from './large-files.module.css';
import { useLargeFiles } from './use-large-files.ts';

type Props = { id: string; editor: RefObject<MailEditorHandle | null> };

/** Large files being uploaded to the drive; each becomes a card in the text when it has arrived. */
export function LargeProgress({ id, editor }: Props) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const shown = useLargeFiles({ id, editor, section });

  // The button that began it is gone.
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus();
  }, []);

  if (shown.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} className={styles.progress} aria-label={t('driveMail.large.going')}>
      <p className={styles.about}>{t('driveMail.large.about')}</p>
      <UploadList items={shown} />
    </section>
  );
}
