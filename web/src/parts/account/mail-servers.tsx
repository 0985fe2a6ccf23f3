import type { MailService } from '@bocau/contract/server-info.ts';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { notify } from '../notices/notify.ts';
import styles from './mail-servers.module.css';

/** The server settings for manual setup of a mail program. */
export function MailServers({ services }: { services: readonly MailService[] }) {
  return services.map((service) => (
    <MailServer key={`${service.protocol}:${service.port}`} service={service} />
  ));
}

function MailServer({ service: { protocol, host, port, encryption } }: { service: MailService }) {
  const { t } = useTranslation();
  return (
    <section className={styles.service}>
      <h2>{t(`serverInfo.${protocol}`)}</h2>
      <dl className={styles.facts}>
        <Fact name={t('serverInfo.host')} value={host} />
        <Fact name={t('serverInfo.port')} value={String(port)} />
        <div>
          <dt>{t('serverInfo.encryption')}</dt>
          <dd>{t(`serverInfo.${encryption}`)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** A value to copy. */
export function Fact({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      notify({ text: t('serverInfo.copied') });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      notify({ text: t('serverInfo.copyFailed'), tone: 'danger' });
    }
  }

  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        {/* Without https, browsers have no clipboard. */}
        {'clipboard' in navigator && (
          <ToolButton
            icon={IconCopy}
            iconSize={16}
            size={32}
            label={t('serverInfo.copy', { what: name })}
            onClick={() => void copy()}
          />
        )}
      </dd>
    </div>
  );
}
