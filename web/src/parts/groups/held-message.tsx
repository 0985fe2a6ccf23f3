import { HELD_ACTS, type HeldAct, type HeldMessage } from '@bocau/contract/held-messages.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import pageStyles from '../account/account-page.module.css';
import { useSettings } from '../settings/use-settings.ts';
import styles from './groups.module.css';

/** Subject, sender and time of a held message, how it begins, and what is attached. */
export function HeldFacts({ message }: { message: HeldMessage }) {
  const { t } = useTranslation();
  const { from, subject, proven, received_at, text, files } = message;
  const { time_zone: zone } = useSettings();
  const sender = from.name === '' ? from.email : `${from.name} <${from.email}>`;
  return (
    <span className={pageStyles.what}>
      <span className={pageStyles.name}>{subject || t('groups.held.noSubject')}</span>
      <span className={pageStyles.detail}>{sender}</span>
      <span className={pageStyles.detail}>{shortMoment(received_at, now(), zone)}</span>
      {text && <span className={styles.text}>{text}</span>}
      {files.length > 0 && (
        <span className={pageStyles.detail}>{t('groups.held.files', { names: files.join(', ') })}</span>
      )}
      {!proven && <span className={pageStyles.detail}>{t('groups.held.unproven')}</span>}
    </span>
  );
}

const WORDS = { release: 'release', release_and_allow: 'allow', refuse: 'refuse' } as const;

/** What can be done with it; nobody is allowed by a name that anybody can write. */
export function HeldActs({
  message,
  busy,
  onAct,
}: {
  message: HeldMessage;
  busy: boolean;
  onAct(act: HeldAct): void;
}) {
  const { t } = useTranslation();
  const subject = message.subject || t('groups.held.noSubject');
  return (
    <span className={styles.acts}>
      {HELD_ACTS.filter((act) => act !== 'release_and_allow' || message.proven).map((act) => {
        const words = t(`groups.held.${WORDS[act]}`);
        return (
          <Button
            key={act}
            variant={act === 'release' ? 'light' : 'default'}
            disabled={busy}
            aria-label={t('groups.held.which', { act: words, subject })}
            onClick={() => onAct(act)}
          >
            {words}
          </Button>
        );
      })}
    </span>
  );
}

/** The same for several. Writers are allowed as far as they are proven, which the answer says of each. */
export function HeldManyActs({
  messages,
  busy,
  onAct,
}: {
  messages: readonly HeldMessage[];
  busy: boolean;
  onAct(act: HeldAct): void;
}) {
  const { t } = useTranslation();
  const mayAllow = messages.some(({ proven }) => proven);
  return (
    <span className={styles.acts}>
      {HELD_ACTS.filter((act) => act !== 'release_and_allow' || mayAllow).map((act) => (
        <Button
          key={act}
          variant={act === 'release' ? 'light' : 'default'}
          disabled={busy}
          onClick={() => onAct(act)}
        >
          {t(`groups.held.many.${WORDS[act]}`, { count: messages.length })}
        </Button>
      ))}
    </span>
  );
}
