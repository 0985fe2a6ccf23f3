import type { DnsRecord, DomainKey } from '@bocau/contract/admin-domains.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { notify } from '../../../parts/notices/notify.ts';
import people from '../people/people.module.css';
import styles from './domain-dialog.module.css';

type Props = {
  of: DomainKey;
  /** Undefined before DNS has answered. */
  verdict: DnsRecord['verdict'] | undefined;
  busy: boolean;
  onUse(): void;
  /** Undefined where it has to stay. */
  onRemove: (() => void) | undefined;
};

/** A key with the record that others verify by, whether that is published, and whether it signs. */
export function DomainKeyLine({ of, verdict, busy, onUse, onRemove }: Props) {
  const { t } = useTranslation();
  const { selector, signs, of_server: ofServer, record } = of;
  const isPublished = verdict === 'right';

  async function copy(text: string, copied: string) {
    if (await copyText(text)) notify({ text: copied });
    else notify({ text: t('admin.keys.copyFailed'), tone: 'danger', seconds: 8 });
  }

  return (
    <li>
      <div className={styles.head}>
        <strong>{ofServer ? t('admin.keys.ofServer', { selector }) : selector}</strong>
        <span className={styles.signs}>
          <span className={styles.verdict} data-verdict={signs ? 'right' : undefined}>
            {t(signs ? 'admin.keys.signs' : 'admin.keys.waits')}
          </span>
          <span className={styles.verdict} data-verdict={isPublished ? 'right' : verdict && 'missing'}>
            {verdict === undefined && t('admin.keys.checking')}
            {verdict === 'unknown' && t('admin.dns.verdicts.unknown')}
            {verdict && verdict !== 'unknown' && t(`admin.keys.${isPublished ? 'published' : 'unpublished'}`)}
          </span>
        </span>
      </div>
      <dl>
        <dt>{t('admin.keys.record')}</dt>
        <dd>
          <code>
            {record.type} {record.name}
          </code>
        </dd>
        <dt>{t('admin.keys.value')}</dt>
        <dd>
          <code>{record.expected}</code>
        </dd>
      </dl>
      <div className={people.acts}>
        <Button
          variant="default"
          size="xs"
          aria-label={t('admin.keys.copyNameOf', { selector })}
          onClick={() => void copy(record.name, t('admin.keys.nameCopied'))}
        >
          {t('admin.keys.copyName')}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={t('admin.keys.copyValueOf', { selector })}
          onClick={() => void copy(record.expected, t('admin.keys.valueCopied'))}
        >
          {t('admin.keys.copyValue')}
        </Button>
        {!signs && (
          <Button
            variant="default"
            size="xs"
            disabled={busy || !isPublished}
            aria-label={t('admin.keys.useWhich', { selector })}
            onClick={onUse}
          >
            {t('admin.keys.use')}
          </Button>
        )}
        {onRemove && (
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            aria-label={t('admin.keys.removeWhich', { selector })}
            onClick={onRemove}
          >
            {t('admin.keys.remove')}…
          </Button>
        )}
      </div>
    </li>
  );
}
