import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullMoment } from '../../../lib/dates.ts';
import { textOf } from '../../../model/compose/own-words.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { templateFaultWords } from '../../../parts/templates/template-fault-words.ts';
import styles from '../../../parts/templates/templates.module.css';
import { type TemplateEntry, useRefreshTemplates } from '../../../parts/templates/use-templates.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { SettingsWaiting } from '../settings-state.tsx';

type Props = { entry: TemplateEntry; onClose(): void };

/** TE-10: what a template of the company was, by whom and since when, and how to have it back. */
export function TemplateHistory({ entry: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const api = useApi();
  const refresh = useRefreshTemplates();
  const [viewed, setViewed] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ['template-versions', id],
    staleTime: 0,
    queryFn: async () => (await api.listTemplateVersions({ params: { id } })).data,
  });

  async function putBack(version: number): Promise<void> {
    try {
      await api.putBackTemplateVersion({ params: { id, version: String(version) } });
      await refresh();
      notify({ text: t('templates.history.putBackDone', { version }) });
      onClose();
    } catch (error) {
      notify({ text: t('templates.failed', { reason: templateFaultWords(t, error) }), tone: 'danger' });
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('templates.history.title', { name })}
      size={560}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {query.isPending && <SettingsWaiting />}
      {query.isError && <LoadFailed words={t('templates.loadFailed')} onRetry={() => void query.refetch()} />}
      {query.data?.map((one, at) => (
        <div key={one.version} className={styles.version}>
          <div className={styles.versionLine}>
            <span className={styles.texts}>
              <button
                type="button"
                className={styles.edit}
                aria-expanded={viewed === one.version}
                aria-label={t('templates.history.view', { version: one.version })}
                onClick={() => setViewed(viewed === one.version ? null : one.version)}
              >
                {t('templates.history.version', { version: one.version })}
                {at === 0 && ` · ${t('templates.history.current')}`}
              </button>
              <span className={styles.small}>
                {t('templates.history.by', {
                  time: fullMoment(one.updated_at, zone),
                  person: one.updated_by,
                })}
              </span>
            </span>
            {at > 0 && (
              <Button variant="default" size="compact-sm" onClick={() => void putBack(one.version)}>
                {t('templates.history.putBack')}
              </Button>
            )}
          </div>
          {viewed === one.version && <VersionText id={id} version={one.version} />}
        </div>
      ))}
    </Modal>
  );
}

/** The words of a version, without their look. */
function VersionText({ id, version }: { id: string; version: number }) {
  const { t } = useTranslation();
  const api = useApi();
  const query = useQuery({
    queryKey: ['template-version', id, version],
    queryFn: async () => {
      const params = { id, version: String(version) };
      return (await api.getTemplateVersion({ params })).data;
    },
  });
  if (!query.data) return null;
  const { name, subject, html } = query.data;
  const words = html
    .split(/<\/(?:p|div|li|tr|h[1-6])>|<br\s*\/?>/i)
    .map(textOf)
    .join('\n')
    .trim();
  return (
    <div className={styles.preview}>
      <strong>{[name, subject].filter(Boolean).join(' · ')}</strong>
      {'\n'}
      {words || t('templates.history.noText')}
    </div>
  );
}
