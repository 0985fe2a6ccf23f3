import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { ListLine } from '../../../ui/rows/list-line.tsx';
import { runningBulk, stopContactBulk } from './contact-bulk.ts';

/** The progress of an act on many contacts, with a way to stop it. */
export function BulkLine() {
  const { t } = useTranslation();
  const api = useApi();
  const running = useSyncExternalStore(runningBulk.subscribe, runningBulk.get);
  if (!running) return null;
  const { job, undoing } = running;
  const { done, total } = job;
  return (
    <ListLine>
      <span>
        {t(undoing ? 'contacts.bulk.undoing' : `contacts.bulk.running.${job.act}`, { done, total })}
      </span>
      {!undoing && (
        <button type="button" onClick={() => void stopContactBulk(api, job.id)}>
          {t('contacts.bulk.stop')}
        </button>
      )}
    </ListLine>
  );
}
