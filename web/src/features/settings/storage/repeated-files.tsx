import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import lines from '../../../parts/settings/lines.module.css';
import { HeavyMessage } from './heavy-message.tsx';
import styles from './storage-settings.module.css';
import type { useMessageActs } from './use-message-acts.ts';
import { WEIGHTS } from './use-weight-jobs.ts';

/** Files that several messages have, each with these messages. */
export function RepeatedFiles({ acts }: { acts: ReturnType<typeof useMessageActs> }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: files } = useQuery({
    queryKey: [WEIGHTS, 'files'],
    queryFn: async () => (await api.listRepeatedFiles({})).data,
  });
  if (!files) return null;
  return (
    <section aria-labelledby="storage-files">
      <div className={lines.heading}>
        <h2 id="storage-files">{t('storage.files')}</h2>
      </div>
      <p className={lines.about}>{files.length === 0 ? t('storage.filesNone') : t('storage.filesAbout')}</p>
      {files.map(({ name, size, messages }) => (
        <section key={`${name} ${messages[0]?.file_id}`} aria-label={name}>
          <h3 className={styles.file}>
            {name}{' '}
            <small>{`${readableSize(size)} · ${t('storage.copies', { count: messages.length })}`}</small>
          </h3>
          <ul className={lines.lines}>
            {messages.map(({ file_id, ...message }) => (
              <HeavyMessage
                key={message.id}
                message={{ ...message, files: [{ id: file_id, name, size }] }}
                acts={acts}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
