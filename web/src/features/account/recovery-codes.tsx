import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import styles from './two-step-page.module.css';

/** Shown once, to be kept on paper or as a file. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const title = t('protection.recovery.of', { email: user.data?.email ?? '' });
  const text = `${title}\r\n\r\n${codes.join('\r\n')}\r\n`;
  return (
    <div className={styles.setup}>
      <p className="not-printed">{t('protection.recovery.once')}</p>
      <p className={styles.printed}>{title}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code} className={styles.secret}>
            {code}
          </li>
        ))}
      </ul>
      <Group className="not-printed" justify="flex-end" gap={8}>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${t('protection.recovery.file')}.txt`}
        >
          {t('protection.recovery.download')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('protection.recovery.print')}
        </Button>
        <Button onClick={onKept}>{t('protection.recovery.kept')}</Button>
      </Group>
    </div>
  );
}
