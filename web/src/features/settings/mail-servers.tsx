import { useTranslation } from 'react-i18next';
import { useMailbox } from '../mailbox-context/use-mailbox.ts';
import styles from './mail-servers.module.css';

const SERVERS = [
  { name: 'smtp', port: 587, security: 'STARTTLS' },
  { name: 'imap', port: 993, security: 'SSL' },
  { name: 'pop3', port: 995, security: 'SSL' },
] as const;

/** What another mail program has to be told. */
export function MailServers() {
  const { t } = useTranslation();
  const email = useMailbox((model) => model.user()?.email ?? '');
  const host = window.location.hostname;
  return (
    <>
      <p className={styles.about}>
        {t('settings.servers.about')} {t('settings.servers.signIn', { email })}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('settings.servers.protocol')}</th>
            <th scope="col">{t('settings.servers.host')}</th>
            <th scope="col">{t('settings.servers.port')}</th>
            <th scope="col">{t('settings.servers.security')}</th>
          </tr>
        </thead>
        <tbody>
          {SERVERS.map(({ name, port, security }) => (
            <tr key={name}>
              <th scope="row">{t(`settings.servers.${name}`)}</th>
              <td data-label={t('settings.servers.host')}>{host}</td>
              <td data-label={t('settings.servers.port')}>{port}</td>
              <td data-label={t('settings.servers.security')}>{security}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
