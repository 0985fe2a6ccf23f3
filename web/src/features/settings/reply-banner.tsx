import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { dayInZone } from '../../model/settings/reply-period.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { useSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import styles from './reply-banner.module.css';
import { saidDay } from './reply-day.ts';
import { replyAmong, saveReply } from './reply-rule.ts';

/** Reminds the user on every screen that the automatic reply is on. */
export function ReplyBanner({ end }: { end: string | null }) {
  const { t, language } = useTranslation();
  const { time_zone: timeZone } = useSettings();
  const settings = useSettingsModel();
  const api = useApi();
  const queries = useQueries();
  const [turning, setTurning] = useState(false);

  async function turn(on: boolean): Promise<void> {
    const known = replyAmong((await api.listRules({})).data);
    if (known) await saveReply(api, { ...known.reply, is_enable: on });
    void settings.refresh();
    await queries.invalidateQueries({ queryKey: ['rules'] });
  }

  async function turnOff(): Promise<void> {
    setTurning(true);
    try {
      // The button is removed with the banner.
      document.getElementById('content')?.focus();
      await turn(false);
      notify({ text: t('autoReply.banner.turnedOff'), undo: turnOnAgain });
    } catch (error) {
      tell('autoReply.banner.failed', error);
    } finally {
      setTurning(false);
    }
  }

  async function turnOnAgain(): Promise<void> {
    try {
      await turn(true);
    } catch (error) {
      tell('autoReply.banner.backFailed', error);
    }
  }

  function tell(words: 'autoReply.banner.failed' | 'autoReply.banner.backFailed', error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    notify({ text: t(words, { reason: errorWords(t, error) }), tone: 'danger', seconds: 8 });
  }

  return (
    <section className={styles.banner} aria-label={t('autoReply.banner.label')}>
      <span className={styles.words}>
        {end === null
          ? t('autoReply.banner.running')
          : t('autoReply.banner.runningUntil', {
              day: saidDay(end, dayInZone(now(), timeZone), language),
            })}
      </span>
      <button
        type="button"
        className={styles.off}
        aria-label={t('autoReply.banner.turnOffLabel')}
        disabled={turning}
        onClick={() => void turnOff()}
      >
        {t('autoReply.banner.turnOff')}
      </button>
    </section>
  );
}
