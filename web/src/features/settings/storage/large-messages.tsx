import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import lines from '../../../parts/settings/lines.module.css';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { SettingsWaiting } from '../settings-state.tsx';
import { HeavyMessage } from './heavy-message.tsx';
import type { useMessageActs } from './use-message-acts.ts';
import { WEIGHTS } from './use-weight-jobs.ts';

/** Messages over 1 MB, in pages. */
export function LargeMessages({ acts }: { acts: ReturnType<typeof useMessageActs> }) {
  const { t } = useTranslation();
  const api = useApi();
  const found = useInfiniteQuery(
    {
      queryKey: [WEIGHTS, 'large'],
      initialPageParam: '',
      queryFn: ({ pageParam: cursor }) => api.listLargeMessages({ query: cursor === '' ? {} : { cursor } }),
      getNextPageParam: ({ meta }) => meta.next_cursor,
    },
    useQueries(),
  );
  const messages = found.data?.pages.flatMap(({ data }) => data);
  return (
    <section aria-labelledby="storage-large">
      <div className={lines.heading}>
        <h2 id="storage-large">{t('storage.large')}</h2>
      </div>
      <p className={lines.about}>{t('storage.largeAbout')}</p>
      {found.isPending && <SettingsWaiting />}
      {found.isError && !messages && (
        <LoadFailed words={t('storage.loadFailed')} onRetry={() => void found.refetch()} />
      )}
      {messages?.length === 0 && <p className={lines.about}>{t('storage.largeNone')}</p>}
      <ul className={lines.lines}>
        {messages?.map((message) => (
          <HeavyMessage key={message.id} message={message} acts={acts} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          mt={12}
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('storage.showMore')}
        </Button>
      )}
    </section>
  );
}
