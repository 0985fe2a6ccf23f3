import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { storageOf } from '../../parts/storage/storage-level.ts';
import { StorageMeter } from '../../parts/storage/storage-meter.tsx';
import { Link } from '../../router/router.tsx';
import styles from './quota-line.module.css';

const STORAGE = '/setting/storage';

/** LY-11: how full the mailbox is, and who provides it; omitted on the page of a single conversation. */
export function QuotaLine({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  const quota = useMailbox((model) => model.quota());
  const provider = useSessionState((session) => session.user()?.links?.provider);
  const place = useShownPlace();
  const storage = storageOf(quota);
  if (place?.threadId || !(storage || provider)) return null;
  const sizes = storage && {
    used: readableSize(storage.used),
    left: readableSize(storage.left),
    total: readableSize(storage.total),
    percent: storage.percent,
  };
  const words = sizes && t(quota?.auto_quota ? 'folders.quota.remaining' : 'folders.quota.share', sizes);
  const meter = storage && words && (
    <StorageMeter storage={storage} label={t('folders.quota.label')} words={words} thickness={4} />
  );
  if (folded) {
    return (
      <footer className={styles.folded}>
        {meter && (
          <Link to={STORAGE} data-hint={words} data-hint-side="right">
            {meter}
          </Link>
        )}
        {provider && <ProviderLink href={provider} folded />}
      </footer>
    );
  }
  // A shared quota needs an explanation.
  const hint = quota?.auto_quota && sizes ? t('folders.quota.remainingHint', sizes) : undefined;
  return (
    <footer className={styles.quota}>
      {meter && (
        <Link className={styles.line} to={STORAGE} data-hint={hint} aria-description={hint}>
          {meter}
          <span>{words}</span>
        </Link>
      )}
      {provider && <ProviderLink href={provider} />}
    </footer>
  );
}

function ProviderLink({ href, folded = false }: { href: string; folded?: boolean }) {
  const { t } = useTranslation();
  const words = t('folders.provider', { host: new URL(href).hostname });
  return (
    <a
      className={styles.provider}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={words}
      data-hint={folded ? words : undefined}
      data-hint-side="right"
    >
      {folded ? <IconExternalLink size={16} /> : words}
    </a>
  );
}
