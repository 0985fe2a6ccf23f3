import { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconReceipt, IconSearch } from '@tabler/icons-react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/router.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { LoadingRows } from '../../ui/rows/loading-rows.tsx';

export function InvoicesLoading() {
  const { t } = useTranslation();
  return <LoadingRows label={t('invoices.loading')} lines={1} />;
}

export function InvoicesOffline({ onTryNow }: { onTryNow(): void }) {
  const { t } = useTranslation();
  return (
    <ListState icon={IconCloudOff} title={t('invoices.offline.title')} text={t('invoices.offline.text')}>
      <Button variant="default" onClick={onTryNow}>
        {t('notices.lost.tryNow')}
      </Button>
    </ListState>
  );
}

export function InvoicesFailed({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <ListState
      icon={IconCloudOff}
      title={t('invoices.failed')}
      text={error instanceof ApiError ? errorWords(t, error) : ''}
    >
      <Button onClick={onRetry}>{t('common.actions.retry')}</Button>
    </ListState>
  );
}

export function InvoicesEmpty({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  if (!isFiltered) {
    return <ListState icon={IconReceipt} title={t('invoices.empty.title')} text={t('invoices.empty.text')} />;
  }
  return (
    <ListState
      icon={IconSearch}
      title={t('invoices.empty.noneFound')}
      text={t('invoices.empty.noneFoundText')}
    >
      <Button variant="default" component={Link} to="/invoices">
        {t('invoices.list.clear')}
      </Button>
    </ListState>
  );
}
