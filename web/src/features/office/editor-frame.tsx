import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './editor-screen.module.css';

/** The sandbox permissions of the editor: anything except navigating our page. */
const MAY = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-downloads',
].join(' ');

type EditorFrameProps = { url: string; token: string; ttl: number; name: string };

/** The token is posted into the frame, so that it appears in no address and no history. */
export function EditorFrame({ url, token, ttl, name }: EditorFrameProps) {
  const { t } = useTranslation();
  const target = useId();
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token means a new editor
  useEffect(() => form.current?.submit(), [url, token]);

  return (
    <>
      <form ref={form} action={url} method="post" target={target} hidden>
        <input type="hidden" name="access_token" value={token} />
        <input type="hidden" name="access_token_ttl" value={ttl} />
      </form>
      <iframe
        className={styles.frame}
        name={target}
        title={t('office.frame', { name })}
        sandbox={MAY}
        allow="clipboard-read; clipboard-write; fullscreen"
        referrerPolicy="no-referrer"
      />
    </>
  );
}
