import type { File } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './preview-overlay.module.css';
import { usePreviewSource } from './preview-source.ts';

/** Shown where a file has no preview: why, and a way to get it all the same. */
export function Fallback({ file, words }: { file: File; words: string }) {
  const { t } = useTranslation();
  const source = usePreviewSource();
  return (
    <div className={styles.centre}>
      <p>{words}</p>
      <Button component="a" href={source.download(file.id)} download={file.name}>
        {t('previews.download')}
      </Button>
    </div>
  );
}

export function Waiting({ words }: { words?: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.centre} role="status">
      <p className={styles.note}>{words ?? t('previews.loading')}</p>
    </div>
  );
}
