import type { ServerInfo as Info, MailService } from '@bocau/contract/server-info.ts';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { HelpLink } from '../../parts/help/help-link.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './server-info.module.css';
import { SettingsState } from './settings-state.tsx';

/** What is entered into another mail program, as this installation serves it. */
export function ServerInfo() {
  const { t } = useTranslation();
  const api = useApi();
  const { data, isError, refetch } = useQuery({
    queryKey: ['server-info'],
    queryFn: async () => (await api.getServerInfo({})).data,
  });
  if (!data) {
    return (
      <SettingsState failed={isError} words={t('serverInfo.loadFailed')} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      {data.services.length === 0 ? (
        <p className={styles.about}>{t('serverInfo.none')}</p>
      ) : (
        <Services info={data} />
      )}
      <p>
        <HelpLink page="app-passwords">{t('shell.help')}</HelpLink>
      </p>
    </>
  );
}

function Services({ info: { username, services } }: { info: Info }) {
  const { t } = useTranslation();
  const canFetch = services.some(({ protocol }) => protocol !== 'smtp');
  const profile = `/mail/apple.mobileconfig?${new URLSearchParams({ emailaddress: username })}`;
  return (
    <>
      <p className={styles.about}>{t('serverInfo.about')}</p>
      <dl className={styles.facts} data-setting="programs" tabIndex={-1}>
        <Fact name={t('serverInfo.username')} value={username} />
        <div>
          <dt>{t('serverInfo.password')}</dt>
          <dd>{t('serverInfo.passwordHint')}</dd>
        </div>
      </dl>
      {services.map((service) => (
        <Service key={`${service.protocol}:${service.port}`} service={service} />
      ))}
      {!canFetch && <p className={styles.about}>{t('serverInfo.noIncoming')}</p>}
      {canFetch && (
        <p>
          <a href={profile} download>
            {t('serverInfo.profile')}
          </a>
        </p>
      )}
    </>
  );
}

function Service({ service: { protocol, host, port, encryption } }: { service: MailService }) {
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

function Fact({ name, value }: { name: string; value: string }) {
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
        {/* Where a page is not encrypted browsers have no clipboard. */}
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
