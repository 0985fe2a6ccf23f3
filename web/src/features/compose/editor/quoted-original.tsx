import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FaultBoundary } from '../../../parts/faults/fault-boundary.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { BodyFrame } from '../../../parts/message-body/body-frame.tsx';
import { BrokenBody, originalAddress } from '../../../parts/message-body/broken-body.tsx';
import { useImageAddresses } from '../../../parts/message-body/image-addresses.ts';
import { useRemoteImages } from '../../../parts/message-body/image-consent.ts';
import type { SafeBody } from '../../../parts/message-body/sanitize-body.ts';
import { StillDrawing } from '../../../parts/message-body/still-drawing.tsx';
import { useSafeBody } from '../../../parts/message-body/use-safe-body.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAppearance } from '../../../ui/appearance-context.tsx';
import { quoteAsText } from './quote-images.ts';
import styles from './quoted-original.module.css';

type Props = {
  /** The id of the quoted message. */
  answers: string;
  html: string;
  /** The quote is to become text of the message, below the existing text, and is no longer a quote. */
  onEdit(html: string): void;
  /** Whether the quote is sent along. */
  onQuoted(quoted: boolean): void;
};

/** The original below the writer's text: collapsed, and rendered as it is in the thread. */
export function QuotedOriginal({ answers, html, onEdit, onQuoted }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [open, setOpen] = useState(false);
  const [taking, setTaking] = useState(false);
  const words = t(open ? 'compose.quote.hide' : 'compose.quote.show');

  async function edit(): Promise<void> {
    setTaking(true);
    try {
      onEdit(await quoteAsText(api, answers, html));
    } catch {
      // Whatever failed, the quote is as it was before.
      notify({ text: t('compose.quote.editFailed'), tone: 'danger' });
      setTaking(false);
    }
  }

  function remove(): void {
    onQuoted(false);
    notify({ text: t('compose.quote.removed'), undo: () => onQuoted(true) });
  }

  return (
    <section className={styles.quote} aria-label={t('compose.quote.label')}>
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-label={words}
          data-hint={words}
          onClick={() => setOpen(!open)}
        >
          •••
        </button>
        {open && (
          <>
            <Act onClick={() => void edit()} off={taking}>
              {t('compose.quote.edit')}
            </Act>
            <Act onClick={remove} off={false}>
              {t('compose.quote.remove')}
            </Act>
          </>
        )}
      </div>
      {open && (
        <FaultBoundary
          where="quote"
          instead={() => <BrokenBody body={html} type="html" original={originalAddress(answers)} />}
        >
          <QuoteFrame answers={answers} html={html} />
        </FaultBoundary>
      )}
    </section>
  );
}

function Act({ off, onClick, children }: { off: boolean; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className={styles.act} disabled={off} onClick={onClick}>
      {children}
    </button>
  );
}

function QuoteFrame({ answers, html }: { answers: string; html: string }) {
  const { body } = useSafeBody(html);
  return body ? <ReadQuote answers={answers} body={body} /> : <StillDrawing />;
}

function ReadQuote({ answers, body }: { answers: string; body: SafeBody }) {
  const { t } = useTranslation();
  const { scheme } = useAppearance();
  // Remote images are shown here if they are shown where the message is read.
  const addresses = useImageAddresses(answers, body.images, useRemoteImages({ id: answers }).given);
  const dark = scheme === 'dark';
  return (
    <>
      <BodyFrame
        name={`quote ${answers}`}
        body={body}
        sheet={dark && body.colours === 'paper' ? 'white' : 'page'}
        dark={dark}
        title={t('compose.quote.label')}
        addresses={addresses}
      />
      {body.cut && <p className={styles.cut}>{t('compose.quote.cut')}</p>}
    </>
  );
}
