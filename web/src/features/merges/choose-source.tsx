import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { Merge } from '@bocau/contract/merges.ts';
import { Button, Loader, NativeSelect } from '@mantine/core';
import { IconCloud, IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './choose-source.module.css';
import merges from './merges.module.css';
import { useMakeMerge } from './use-make-merge.ts';

const DrivePicker = lazyPart(
  async () => (await import('../../parts/drive-picker/drive-picker.tsx')).DrivePicker,
  'on-demand',
);
const ACCEPTED = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Props = { draft: string; onMade(merge: Merge): void; onKeep?: () => void };

/** Whom a message is for: a table of this device or of the drive, or a list of contacts. */
export function ChooseSource({ draft, onMade, onKeep }: Props) {
  const { t } = useTranslation();
  const hasDrive = useSessionState((session) => session.user())?.enable_drive ?? false;
  const { make, reading, fault } = useMakeMerge(draft, onMade);
  const [picking, setPicking] = useState(false);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !reading) void make({ from: 'device', file });
  }

  return (
    <div className={styles.source}>
      <h2>{t('merges.source.title')}</h2>
      <p className={merges.about}>{t('merges.source.about', { rows: MERGE_LIMITS.rows })}</p>
      <section
        className={styles.drop}
        aria-label={t('merges.source.file')}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          hidden
          aria-label={t('merges.source.file')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void make({ from: 'device', file });
            // So that the same file can be chosen again after it was corrected.
            currentTarget.value = '';
          }}
        />
        <div className={styles.buttons}>
          <Button
            leftSection={<IconFileSpreadsheet size={18} />}
            disabled={reading}
            onClick={() => input.current?.click()}
          >
            {t('merges.source.file')}
          </Button>
          {hasDrive && (
            <Button
              variant="default"
              leftSection={<IconCloud size={18} />}
              disabled={reading}
              onClick={() => setPicking(true)}
            >
              {t('merges.source.drive')}
            </Button>
          )}
        </div>
        <span className={styles.hint}>{t('merges.source.drop')}</span>
      </section>
      <ContactLists disabled={reading} onChoose={(list) => void make({ from: 'contacts', list })} />
      <div role="status" className={styles.reading}>
        {reading && (
          <>
            <Loader size={16} /> {t('merges.source.reading')}
          </>
        )}
      </div>
      {fault !== null && (
        <p role="alert" className={merges.fault}>
          {fault}
        </p>
      )}
      {onKeep && (
        <Button variant="default" className={styles.keep} onClick={onKeep}>
          {t('merges.source.keep')}
        </Button>
      )}
      {picking && (
        <Suspense fallback={null}>
          <DrivePicker
            onLinks={(_cards, [file]) => {
              if (file) void make({ from: 'drive', file_id: file.id, name: file.name });
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type ListsProps = { disabled: boolean; onChoose(list: string): void };

function ContactLists({ disabled, onChoose }: ListsProps) {
  const { t } = useTranslation();
  const api = useApi();
  const [chosen, setChosen] = useState('');
  const { data } = useQuery({
    queryKey: ['contact-lists'],
    queryFn: async ({ signal }) => (await api.listContactLists({}, signal)).data,
  });
  if (!data) return null;
  if (data.length === 0) return <p className={merges.about}>{t('merges.source.noLists')}</p>;
  return (
    <div className={styles.lists}>
      <NativeSelect
        label={t('merges.source.list')}
        value={chosen}
        disabled={disabled}
        data={[
          { value: '', label: t('merges.source.listChoose') },
          ...data.map(({ name, total }) => ({
            value: name,
            label: t('merges.source.listOf', { name, count: total }),
          })),
        ]}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {chosen !== '' && (
        <Button variant="default" disabled={disabled} onClick={() => onChoose(chosen)}>
          {t('merges.source.useList')}
        </Button>
      )}
    </div>
  );
}
