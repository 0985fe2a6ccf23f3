import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './mail-servers.module.css';
import { Fact } from './mail-servers.tsx';

/** The address at which programs find the contacts (CardDAV), and where it is entered. */
export function ContactsServer({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <section className={styles.service}>
      <h2>{t('serverInfo.carddav.title')}</h2>
      <dl className={styles.facts}>
        <Fact name={t('serverInfo.carddav.address')} value={address} />
      </dl>
      <ul className={styles.programs}>
        {(['apple', 'davx5', 'thunderbird'] as const).map((program) => (
          <li key={program}>{t(`serverInfo.carddav.${program}`)}</li>
        ))}
      </ul>
    </section>
  );
}
