import type { LargeSender } from '@bocau/contract/storage.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { addressOf } from '../../../parts/addresses/list-address.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import lines from '../../../parts/settings/lines.module.css';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { type useWeightJobs, WEIGHTS } from './use-weight-jobs.ts';
import { WeightLine } from './weight-line.tsx';

/** Who sends what needs most. Where it can't be loaded, the messages themselves say so. */
export function LargeSenders({ jobs }: { jobs: ReturnType<typeof useWeightJobs> }) {
  const { t } = useTranslation();
  const api = useApi();
  const [asked, setAsked] = useState<LargeSender | null>(null);
  const { data } = useQuery({
    queryKey: [WEIGHTS, 'senders'],
    queryFn: async () => (await api.listLargeSenders({})).data,
  });
  const senders = data?.filter((sender) => !jobs.isLeaving(sender)) ?? [];
  if (senders.length === 0 && !asked) return null;
  const messages = (count: number) => t('storage.messages', { count });
  return (
    <section aria-labelledby="storage-senders">
      <div className={lines.heading}>
        <h2 id="storage-senders">{t('storage.senders')}</h2>
      </div>
      <p className={lines.about}>{t('storage.sendersAbout')}</p>
      <ul className={lines.lines}>
        {senders.map((sender) => (
          <WeightLine
            key={sender.email}
            title={shortName(sender)}
            to={addressOf({ kind: 'search', terms: { from_addr: sender.email, size: 'over:1M' } })}
            about={`${sender.email} · ${messages(sender.messages)}`}
            bytes={sender.bytes}
          >
            <Button
              size="xs"
              variant="default"
              aria-label={t('storage.deleteAllOf', { sender: shortName(sender) })}
              onClick={() => setAsked(sender)}
            >
              {t('storage.toTrash')}
            </Button>
          </WeightLine>
        ))}
      </ul>
      {asked && (
        <ChoiceDialog
          title={t('storage.deleteTitle', { messages: messages(asked.messages), sender: shortName(asked) })}
          safe={t('common.actions.cancel')}
          other={{ label: t('storage.toTrash') }}
          onSafe={() => setAsked(null)}
          onOther={() => {
            setAsked(null);
            void jobs.deleteOfSender({ email: asked.email, words: shortName(asked), what: 'large' });
          }}
        >
          {t('storage.deleteText', { messages: messages(asked.messages), size: readableSize(asked.bytes) })}
        </ChoiceDialog>
      )}
    </section>
  );
}
