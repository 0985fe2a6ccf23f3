import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { FilterList } from '../filters/filter-list.tsx';
import { BlockedSenders } from './blocked-senders.tsx';
import { MergeRefusals } from './merge-refusals.tsx';
import { SettingsState } from './settings-state.tsx';

export function FilterPanel() {
  const { t } = useTranslation();
  const api = useApi();
  const rules = useQuery({ queryKey: ['rules'], queryFn: async () => (await api.listRules({})).data });
  if (!rules.data) {
    const retry = () => void rules.refetch();
    return <SettingsState failed={rules.isError} words={t('settings.blocked.loadFailed')} onRetry={retry} />;
  }
  return (
    <>
      <FilterList rules={rules.data} />
      <BlockedSenders rules={rules.data} />
      <MergeRefusals />
    </>
  );
}
