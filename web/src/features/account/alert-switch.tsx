import { ApiError } from '@bocau/contract/client.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { useKnownSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';

/** LH-2: whether the user is alerted of sign-ins from unknown devices. */
export function AlertSwitch() {
  const { t } = useTranslation();
  const model = useSettingsModel();
  const queries = useQueries();
  const { settings } = useKnownSettings();
  const [saving, setSaving] = useState<boolean | null>(null);

  async function turn(on: boolean) {
    setSaving(on);
    try {
      await model.save({ sign_in_alerts: on });
      await queries.invalidateQueries({ queryKey: ['activities'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: t('security.failed', { reason: errorWords(t, error) }), tone: 'danger', seconds: 8 });
    } finally {
      setSaving(null);
    }
  }

  return (
    <section className={styles.section} aria-labelledby="sign-in-alerts">
      <div className={styles.heading}>
        <h2 id="sign-in-alerts">{t('security.alerts.title')}</h2>
      </div>
      <Checkbox
        className={styles.switch}
        label={t('security.alerts.on')}
        description={t('security.alerts.about')}
        checked={saving ?? settings?.sign_in_alerts ?? false}
        disabled={settings === null || saving !== null}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
    </section>
  );
}
