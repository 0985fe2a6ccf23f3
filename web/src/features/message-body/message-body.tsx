import type { Message } from '@bocau/contract/messages.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../ui/appearance-context.tsx';
import { BodyFrame } from './body-frame.tsx';
import { useImageAddresses } from './image-addresses.ts';
import { useRemoteImages } from './image-consent.ts';
import styles from './message-body.module.css';
import { isRemote } from './named-images.ts';
import { PlainBody } from './plain-body.tsx';
import { sanitizeBody } from './sanitize-body.ts';

export function MessageBody({ message }: { message: Message }) {
  const { t } = useTranslation();
  const text = message.body ?? '';
  if (text.trim() === '') return <p className={styles.after}>{t('threadDetail.body.empty')}</p>;
  return (
    <>
      {message.body_type === 'html' ? <HtmlBody message={message} html={text} /> : <PlainBody text={text} />}
      {message.body_clipped && (
        <p className={styles.after}>
          {t('threadDetail.body.clipped')}{' '}
          <a href={`/message/${encodeURIComponent(message.id)}/raw`} target="_blank" rel="noopener">
            {t('threadDetail.menu.showOriginal')}
          </a>
        </p>
      )}
    </>
  );
}

function HtmlBody({ message, html }: { message: Message; html: string }) {
  const { t } = useTranslation();
  const { scheme } = useAppearance();
  const body = useMemo(() => sanitizeBody(html), [html]);
  const [turned, setTurned] = useState(false);
  const hasRemote = body.images.some(isRemote);
  const consent = useRemoteImages(message.id);
  const addresses = useImageAddresses(message.id, body.images, consent.given);
  const dark = scheme === 'dark';
  const ownPaper = dark && body.colours === 'paper';
  return (
    <>
      {hasRemote && consent.asks && (
        <div className={styles.bar} role="note">
          <span>{t('threadDetail.images.blocked')}</span>
          <button type="button" className={styles.link} onClick={consent.showOnce}>
            {t('threadDetail.images.show')}
          </button>
          <button type="button" className={styles.link} onClick={consent.showAlways}>
            {t('threadDetail.images.always')}
          </button>
        </div>
      )}
      {ownPaper && (
        <button
          type="button"
          className={`${styles.link} not-printed`}
          aria-pressed={turned}
          onClick={() => setTurned(!turned)}
        >
          {t(turned ? 'threadDetail.body.lightSheet' : 'threadDetail.body.darkSheet')}
        </button>
      )}
      <BodyFrame
        name={message.id}
        body={body}
        sheet={ownPaper ? (turned ? 'turned' : 'white') : 'page'}
        dark={dark}
        title={t('threadDetail.body.title', { sender: message.from.name || message.from.email })}
        addresses={addresses}
      />
    </>
  );
}
