import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './message-body.module.css';
import { PlainBody } from './plain-body.tsx';
import { textOfHtml } from './text-of-html.ts';

type Props = {
  body: string;
  type: 'html' | 'text';
  /** The address of the original. */
  original: string;
};

/** Replaces a message that could not be drawn: shows its text, and a link to its source. */
export function BrokenBody({ body, type, original }: Props) {
  const { t } = useTranslation();
  const [asText, setAsText] = useState(false);
  return (
    <>
      <div className={styles.bar} role="alert">
        <span>{t('threadDetail.body.broken')}</span>
        {!asText && body !== '' && (
          <button type="button" className={styles.link} onClick={() => setAsText(true)}>
            {t('threadDetail.body.asText')}
          </button>
        )}
        <a className={styles.link} href={original} target="_blank" rel="noopener">
          {t('threadDetail.menu.showOriginal')}
        </a>
      </div>
      {asText && <PlainBody text={type === 'html' ? textOfHtml(body) : body} />}
    </>
  );
}

/** The page that shows the source of a message. */
export function originalAddress(messageId: string): string {
  return `/message/${encodeURIComponent(messageId)}/raw`;
}
