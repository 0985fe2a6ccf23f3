import type { DnsRecord, DomainKey } from '@bocau/contract/admin-domains.ts';
import { Button } from '@mantine/core';
import type { WordKey } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { notify } from '../../../parts/notices/notify.ts';
import people from '../people/people.module.css';
import styles from './domain.module.css';

type Props = {
  of: DomainKey;
  /** What was found in DNS; undefined while there is no answer. */
  check: DnsRecord | undefined;
  checking: boolean;
  busy: boolean;
  onCheck(): void;
  onUse(): void;
  /** Undefined where the key can't be removed. */
  onRemove: (() => void) | undefined;
};

const VERDICTS: Record<DnsRecord['verdict'], WordKey> = {
  right: 'admin.keys.published',
  missing: 'admin.keys.unpublished',
  different: 'admin.dns.verdicts.different',
  unknown: 'admin.dns.verdicts.unknown',
};

type KeyRecord = NonNullable<DomainKey['record']>;

/** A DKIM key with its DNS record, whether that is published, and whether the key signs. */
export function DomainKeyLine({ of, check, checking, busy, onCheck, onUse, onRemove }: Props) {
  const { t } = useTranslation();
  const { selector, signs, of_server: ofServer, record } = of;
  const unanswered = checking ? 'admin.keys.checking' : 'admin.keys.unchecked';

  return (
    <li>
      <div className={styles.head}>
        <strong>{ofServer ? t('admin.keys.ofServer', { selector }) : selector}</strong>
        <span className={styles.signs}>
          <span className={styles.verdict} data-verdict={signs ? 'right' : undefined}>
            {t(signs ? 'admin.keys.signs' : 'admin.keys.unused')}
          </span>
          {record && (
            <span className={styles.verdict} data-verdict={check?.verdict}>
              {t(check ? VERDICTS[check.verdict] : unanswered)}
            </span>
          )}
        </span>
      </div>
      {record ? <PublishedAs record={record} check={check} /> : <p>{t('admin.keys.unreadable')}</p>}
      <div className={people.acts}>
        {record && !check && !checking && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('admin.keys.checkWhich', { selector })}
            onClick={onCheck}
          >
            {t('admin.dns.again')}
          </Button>
        )}
        {record && <CopyRecord record={record} selector={selector} />}
        {record && !signs && (
          <Button
            variant="default"
            size="xs"
            disabled={busy || check?.verdict !== 'right'}
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

function PublishedAs({ record, check }: { record: KeyRecord } & Pick<Props, 'check'>) {
  const { t } = useTranslation();
  return (
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
      {/* Always rendered, so that nothing moves when DNS answers. */}
      <dt>{t('admin.dns.found')}</dt>
      <dd>
        <Found check={check} />
      </dd>
    </dl>
  );
}

function CopyRecord({ record, selector }: { record: KeyRecord; selector: string }) {
  const { t } = useTranslation();

  async function copy(text: string, copied: string) {
    if (await copyText(text)) notify({ text: copied });
    else notify({ text: t('admin.keys.copyFailed'), tone: 'danger', seconds: 8 });
  }

  return (
    <>
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
    </>
  );
}

function Found({ check }: Pick<Props, 'check'>) {
  const { t } = useTranslation();
  if (!check || check.verdict === 'unknown') return '–';
  if (check.verdict === 'right') return t('admin.keys.same');
  return check.found.length === 0 ? t('admin.dns.nothing') : <code>{check.found.join('\n')}</code>;
}
