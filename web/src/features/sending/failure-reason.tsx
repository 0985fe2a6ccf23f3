import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { failureOfText } from '../../model/compose/send-failures.ts';
import { failureWords } from '../../parts/sending/failure-words.ts';
import styles from './message-state.module.css';

/** SD-16 to SD-18: what the failure means, and below it the server's reply. */
export function FailureReason({ text }: { text: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{reasonWords(t, text)}</p>
      <ServersWords text={text} />
    </>
  );
}

/** Empty where we have no better text than the server's, which is shown anyway. */
export function reasonWords(t: Say, text: string | null): string {
  const failure = failureOfText(text);
  const { reason } = failure;
  if (reason === 'as_told') return '';
  // A message that reached other recipients is no draft to go back to.
  return reason === 'cannot_send' || reason === 'unknown'
    ? t(`outgoing.reasons.${reason}`)
    : failureWords(t, failure);
}

export function ServersWords({ text }: { text: string | null }) {
  const { t } = useTranslation();
  // Our own failures have no reply of another server to show.
  if (!text?.trim() || failureOfText(text).reason === 'own_fault') return null;
  return <p className={styles.said}>{t('outgoing.result.said', { text: text.trim() })}</p>;
}
