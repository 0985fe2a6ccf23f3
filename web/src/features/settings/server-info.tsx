import type { ServerInfo as Info } from '@bocau/contract/server-info.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ContactsServer } from '../../parts/account/contacts-server.tsx';
import styles from '../../parts/account/mail-servers.module.css';
import { Fact, MailServers } from '../../parts/account/mail-servers.tsx';
import { HelpLink } from '../../parts/help/help-link.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { Link } from '../../router/router.tsx';
import { DirectoryOnDevices } from './directory-on-devices.tsx';
import { Pop3Deletion } from './pop3-deletion.tsx';
import { SettingsState } from './settings-state.tsx';

/** The settings to enter in another mail program, as this installation serves it. */
export function ServerInfo() {
  const { t } = useTranslation();
  const api = useApi();
  const info = useQuery({
    queryKey: ['server-info'],
    queryFn: async () => (await api.getServerInfo({})).data,
  });
  const { data } = info;
  const step = useQuery({ queryKey: ['two-step'], queryFn: async () => (await api.getTwoStep({})).data });
  if (!data || !step.data) {
    const failed = data ? step : info;
    return (
      <SettingsState
        failed={failed.isError}
        words={t('serverInfo.loadFailed')}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  const { enabled, required } = step.data;
  return (
    <>
      {data.services.length === 0 ? (
        <>
          <p className={styles.about}>{t('serverInfo.none')}</p>
          <Contacts address={data.contacts} />
        </>
      ) : (
        <Services info={data} appPasswordsAlone={enabled || required} />
      )}
      <p>
        <HelpLink page="app-passwords">{t('shell.help')}</HelpLink>
      </p>
    </>
  );
}

/** Servers of the previous release name no address. */
function Contacts({ address }: { address: string | null | undefined }) {
  if (!address) return null;
  return (
    <>
      <ContactsServer address={address} />
      <DirectoryOnDevices />
    </>
  );
}

type ServicesProps = {
  info: Info;
  /** With two-step verification on, the account's own password doesn't work here. */
  appPasswordsAlone: boolean;
};

function Services({ info: { username, services, contacts }, appPasswordsAlone }: ServicesProps) {
  const { t } = useTranslation();
  const canFetch = services.some(({ protocol }) => protocol !== 'smtp');
  const profile = `/mail/apple.mobileconfig?${new URLSearchParams({ emailaddress: username })}`;
  return (
    <>
      <p className={styles.about}>{t('serverInfo.about')}</p>
      {canFetch && (
        <p>
          <Link to="/account/devices">{t('serverInfo.stepByStep')}</Link>
        </p>
      )}
      <dl className={styles.facts} data-setting="programs" tabIndex={-1}>
        <Fact name={t('serverInfo.username')} value={username} />
        <div>
          <dt>{t('serverInfo.password')}</dt>
          <dd>{t(appPasswordsAlone ? 'serverInfo.passwordOfApps' : 'serverInfo.passwordHint')}</dd>
        </div>
      </dl>
      <MailServers services={services} />
      <Contacts address={contacts} />
      {services.some(({ protocol }) => protocol === 'pop3') && <Pop3Deletion />}
      {!canFetch && <p className={styles.about}>{t('serverInfo.noIncoming')}</p>}
      {canFetch && (
        <p>
          <a className={styles.download} href={profile} download>
            {t('serverInfo.profile')}
          </a>
        </p>
      )}
    </>
  );
}
