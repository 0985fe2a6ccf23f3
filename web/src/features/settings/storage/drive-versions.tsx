import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import lines from '../../../parts/settings/lines.module.css';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { WEIGHTS } from './use-weight-jobs.ts';
import { WeightLine } from './weight-line.tsx';

/** Of one file, or of all. */
type Asked = { fileId: string | null; versions: number; bytes: number };

/** What versions before the latest take of the drive. */
export function DriveVersions() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAttempt();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: spare } = useQuery({
    queryKey: [WEIGHTS, 'versions'],
    queryFn: async () => (await api.getSpareVersions({})).data,
  });
  if (!spare) return null;

  async function remove({ fileId }: Asked): Promise<void> {
    setAsked(null);
    const body = fileId === null ? {} : { file_id: fileId };
    const total = { count: 0, bytes: 0 };
    await run(async () => {
      for (let finished = false; !finished; ) {
        const { data } = await api.removeSpareVersions({ body });
        total.count += data.versions;
        total.bytes += data.freed_bytes;
        finished = data.finished;
      }
    });
    if (total.count > 0)
      notify({ text: t('storage.versionsRemoved', { count: total.count, size: readableSize(total.bytes) }) });
    await queries.invalidateQueries({ queryKey: [WEIGHTS] });
  }

  const { versions, bytes, files } = spare;
  return (
    <section aria-labelledby="storage-versions">
      <div className={lines.heading}>
        <h2 id="storage-versions">{t('storage.versions')}</h2>
        {versions > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => setAsked({ fileId: null, versions, bytes })}
          >
            {t('storage.removeAllVersions')}
          </Button>
        )}
      </div>
      <p className={lines.about}>{versions === 0 ? t('storage.versionsNone') : t('storage.versionsAbout')}</p>
      <ul className={lines.lines}>
        {files.map((file) => (
          <WeightLine
            key={file.id}
            title={file.name}
            about={t('storage.versionsOf', { count: file.versions })}
            bytes={file.bytes}
          >
            <Button
              size="xs"
              variant="default"
              disabled={busy}
              aria-label={t('storage.removeVersionsOf', { name: file.name })}
              onClick={() => setAsked({ fileId: file.id, versions: file.versions, bytes: file.bytes })}
            >
              {t('storage.removeVersions')}
            </Button>
          </WeightLine>
        ))}
      </ul>
      {asked && (
        <ChoiceDialog
          title={t('storage.versionsTitle', { count: asked.versions })}
          safe={t('common.actions.cancel')}
          other={{ label: t('storage.removeVersions'), tone: 'danger' }}
          onSafe={() => setAsked(null)}
          onOther={() => void remove(asked)}
        >
          {t('storage.versionsText', { size: readableSize(asked.bytes) })}
        </ChoiceDialog>
      )}
    </section>
  );
}
