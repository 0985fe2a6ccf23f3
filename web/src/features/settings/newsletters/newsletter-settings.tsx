import type { Newsletter, NewsletterSort } from '@bocau/contract/newsletters.ts';
import { NativeSelect } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { blockSenders } from '../../../parts/senders/block-senders.ts';
import lines from '../../../parts/settings/lines.module.css';
import { UnsubscribeDialog } from '../../../parts/unsubscribe/unsubscribe-dialog.tsx';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { ListState } from '../../../ui/list-state.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { SettingsWaiting } from '../settings-state.tsx';
import { useWeightJobs, WEIGHTS } from '../storage/use-weight-jobs.ts';
import { NewsletterRow, offerOf } from './newsletter-row.tsx';
import styles from './newsletter-settings.module.css';

const SORTS: readonly NewsletterSort[] = ['messages', 'bytes', 'unread', 'last'];
type Asked = { act: 'unsubscribe' | 'delete'; newsletter: Newsletter };

/** Who sends bulk mail, and how much of it; with what can be done about each of them. */
export function NewsletterSettings() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { run } = useAttempt();
  const jobs = useWeightJobs();
  const [sort, setSort] = useState<NewsletterSort>('messages');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const found = useQuery({
    queryKey: [WEIGHTS, 'newsletters', sort],
    queryFn: () => api.listNewsletters({ query: { sort } }),
    placeholderData: (before) => before,
  });
  if (found.isPending) return <SettingsWaiting />;
  if (!found.data) {
    return <LoadFailed words={t('newsletters.loadFailed')} onRetry={() => void found.refetch()} />;
  }
  const { meta } = found.data;
  const newsletters = found.data.data.filter((newsletter) => !jobs.isLeaving(newsletter));
  const messages = (count: number) => t('newsletters.messages', { count });

  async function block({ email }: Newsletter): Promise<void> {
    const unblock = await run(() => blockSenders(api, [email]));
    if (!unblock) return;
    const told = () => queries.invalidateQueries({ queryKey: ['rules'] });
    notify({ text: t('newsletters.blocked', { sender: email }), undo: () => unblock().then(told) });
    await told();
  }

  return (
    <div data-setting="newsletters">
      <p className={styles.about}>{t('newsletters.about')}</p>
      {meta.counting && (
        <p className={lines.about} role="status">
          {t('newsletters.counting')}
        </p>
      )}
      {newsletters.length === 0 ? (
        <ListState icon={IconNews} title={t('newsletters.none')} text={t('newsletters.noneText')} />
      ) : (
        <>
          <NativeSelect
            className={styles.sort}
            label={t('newsletters.sort')}
            value={sort}
            data={SORTS.map((value) => ({ value, label: t(`newsletters.sorts.${value}`) }))}
            onChange={({ currentTarget }) =>
              setSort(SORTS.find((one) => one === currentTarget.value) ?? 'messages')
            }
          />
          <p className={styles.total}>
            {t('newsletters.total', {
              ...{ count: meta.total, messages: messages(meta.messages), size: readableSize(meta.bytes) },
            })}
          </p>
          <ul className={lines.lines} aria-label={t('newsletters.list')}>
            {newsletters.map((newsletter) => (
              <NewsletterRow
                key={newsletter.email}
                newsletter={newsletter}
                pageOpened={opened.has(newsletter.email)}
                onUnsubscribe={() => setAsked({ act: 'unsubscribe', newsletter })}
                onDelete={() => setAsked({ act: 'delete', newsletter })}
                onBlock={() => void block(newsletter)}
              />
            ))}
          </ul>
        </>
      )}
      {asked?.act === 'unsubscribe' && (
        <UnsubscribeDialog
          opened
          messageId={asked.newsletter.message_id}
          sender={shortName(asked.newsletter)}
          offer={offerOf(asked.newsletter)}
          onClose={() => setAsked(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: [WEIGHTS] })}
          onOpened={() => setOpened(new Set(opened).add(asked.newsletter.email))}
        />
      )}
      {asked?.act === 'delete' && (
        <ChoiceDialog
          title={t('newsletters.deleteTitle', {
            ...{ messages: messages(asked.newsletter.messages), sender: shortName(asked.newsletter) },
          })}
          safe={t('common.actions.cancel')}
          other={{ label: t('newsletters.confirmDelete') }}
          onSafe={() => setAsked(null)}
          onOther={() => {
            const { email } = asked.newsletter;
            setAsked(null);
            void jobs.deleteOfSender({ email, words: shortName(asked.newsletter), what: 'newsletters' });
          }}
        >
          {t('newsletters.deleteText', {
            ...{ messages: messages(asked.newsletter.messages), size: readableSize(asked.newsletter.bytes) },
          })}
        </ChoiceDialog>
      )}
    </div>
  );
}
