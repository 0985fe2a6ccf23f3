import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../ui/appearance-context.tsx';
import { useApi } from '../../mailbox-context/use-api.ts';
import { BodyFrame } from '../../message-body/body-frame.tsx';
import { useImageAddresses } from '../../message-body/image-addresses.ts';
import { useRemoteImages } from '../../message-body/image-consent.ts';
import { sanitizeBody } from '../../message-body/sanitize-body.ts';
import { notify } from '../../notices/notify.ts';
import { quoteAsText } from './quote-images.ts';
import styles from './quoted-original.module.css';

type Props = {
  /** The message that is quoted. */
  answers: string;
  html: string;
  /** It is to be text of the letter: to be put below what is written, and no longer quoted. */
  onEdit(html: string): void;
  /** Whether it goes along. */
  onQuoted(quoted: boolean): void;
};

/** The original below the own words: folded, and drawn as mail is drawn where it is read. */
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
      // Whatever it was, the quote is as it was before.
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
      {open && <QuoteFrame answers={answers} html={html} />}
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
  const { t } = useTranslation();
  const { scheme } = useAppearance();
  const body = useMemo(() => sanitizeBody(html), [html]);
  // Images of others are shown here if they are where the message is read.
  const addresses = useImageAddresses(answers, body.images, useRemoteImages(answers).given);
  const dark = scheme === 'dark';
  return (
    <BodyFrame
      name={`quote ${answers}`}
      body={body}
      sheet={dark && body.colours === 'paper' ? 'white' : 'page'}
      dark={dark}
      title={t('compose.quote.label')}
      addresses={addresses}
    />
  );
}
