import type { Message } from '@bocau/contract/messages.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAppearance } from '../../ui/appearance-context.tsx';
import { FaultBoundary } from '../faults/fault-boundary.tsx';
import { shownName } from '../senders/sender-doubts.ts';
import { BodyFrame } from './body-frame.tsx';
import { BrokenBody, originalAddress } from './broken-body.tsx';
import { useImageAddresses } from './image-addresses.ts';
import { useRemoteImages } from './image-consent.ts';
import { MARKUP_LIMITS, MOST_ELEMENTS } from './limit-markup.ts';
import styles from './message-body.module.css';
import { isRemote } from './named-images.ts';
import { PlainBody } from './plain-body.tsx';
import type { SafeBody } from './sanitize-body.ts';
import { StillDrawing } from './still-drawing.tsx';
import { useSafeBody } from './use-safe-body.ts';

export function MessageBody({ message }: { message: Message }) {
  const { t } = useTranslation();
  const text = message.body ?? '';
  const original = originalAddress(message.id);
  const clipped = message.body_clipped && (
    <PartOnly words={t('threadDetail.body.clipped')} original={original} onMore={null} />
  );
  if (text.trim() === '') return clipped || <p className={styles.after}>{t('threadDetail.body.empty')}</p>;
  return (
    <FaultBoundary
      where="message body"
      of={message.id}
      instead={() => <BrokenBody body={text} type={message.body_type} original={original} />}
    >
      {message.body_type === 'html' ? (
        <HtmlBody message={message} html={text} />
      ) : (
        <PlainBody text={text} forwarded={FORWARD_SUBJECT.test(message.subject ?? '')} />
      )}
      {clipped}
    </FaultBoundary>
  );
}

function PartOnly(props: { words: string; original: string; onMore: (() => void) | null }) {
  const { words, original, onMore } = props;
  const { t } = useTranslation();
  return (
    <p className={styles.after}>
      {words}{' '}
      {onMore && (
        <>
          <button type="button" className={styles.link} onClick={onMore}>
            {t('threadDetail.body.showRest')}
          </button>{' '}
        </>
      )}
      <a href={original} target="_blank" rel="noopener">
        {t('threadDetail.menu.showOriginal')}
      </a>
    </p>
  );
}

function HtmlBody({ message, html }: { message: Message; html: string }) {
  const [most, setMost] = useState<number>(MARKUP_LIMITS.elements);
  const { body, reading } = useSafeBody(html, most);
  return (
    <>
      {body && <ReadBody message={message} body={body} />}
      {reading ? (
        <StillDrawing />
      ) : (
        body?.cut && (
          <CutOff message={message} onMore={most < MOST_ELEMENTS ? () => setMost(MOST_ELEMENTS) : null} />
        )
      )}
    </>
  );
}

function CutOff({ message, onMore }: { message: Message; onMore: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <PartOnly
      words={t('threadDetail.body.tooComplex')}
      original={originalAddress(message.id)}
      onMore={onMore}
    />
  );
}

function ReadBody({ message, body }: { message: Message; body: SafeBody }) {
  const { t } = useTranslation();
  const { scheme } = useAppearance();
  const [turned, setTurned] = useState(false);
  const hasRemote = body.images.some(isRemote);
  const consent = useRemoteImages(message);
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
          {consent.showFromSender && (
            <button type="button" className={styles.link} onClick={consent.showFromSender}>
              {t('threadDetail.images.fromSender', { sender: message.from.email })}
            </button>
          )}
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
        title={t('threadDetail.body.title', { sender: shownName(message.from) })}
        addresses={addresses}
        forwarded={FORWARD_SUBJECT.test(message.subject ?? '')}
      />
    </>
  );
}

/** Some programs write the same header above answered and forwarded messages. */
const FORWARD_SUBJECT = /^\s*(fwd?|wg|tr|chuyển tiếp|chuyen tiep)\s*:/i;
