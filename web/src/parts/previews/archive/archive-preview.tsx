import type { File } from '@bocau/contract/messages.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { useLayer } from '../../../ui/layers/use-layer.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useQuery } from '../../queries/use-query.ts';
import overlay from '../preview-overlay.module.css';
import { usePreviewSource } from '../preview-source.ts';
import { Fallback, Waiting } from '../preview-states.tsx';
import styles from './archive-preview.module.css';
import { ArchivedFileView } from './archived-file-view.tsx';
import { type ArchivedFile, MOST_ARCHIVE_BYTES, openArchive } from './open-archive.ts';

/** TD-24: what is in an archive, and each of its files; all of it is unpacked in the browser. */
export function ArchivePreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const source = usePreviewSource();
  const isTooLarge = file.size > MOST_ARCHIVE_BYTES;
  const { data, isError } = useQuery({
    queryKey: ['archive', source.keyOf(file.id)],
    queryFn: async ({ signal }) => {
      const response = await fetch(source.download(file.id), { signal });
      if (!response.ok) throw new Error(`The file answered with ${response.status}`);
      return openArchive(await response.arrayBuffer());
    },
    enabled: !isTooLarge,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [opened, setOpened] = useState<ArchivedFile | null>(null);
  // Another file of the message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is closed with its archive
  useEffect(() => setOpened(null), [file.id]);
  if (isTooLarge) return <Fallback file={file} words={t('previews.archive.tooLarge')} />;
  if (isError) return <Fallback file={file} words={t('previews.failed')} />;
  if (!data) return <Waiting />;
  if (data.files.length === 0) return <Fallback file={file} words={t('previews.empty')} />;
  if (opened) return <OpenedFile file={opened} onClose={() => setOpened(null)} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
    <div className={overlay.scroll} tabIndex={0}>
      <div className={overlay.paper}>
        <ul className={styles.files} aria-label={t('previews.archive.files')}>
          {data.files.map((one) => (
            <li key={one.path}>
              <button type="button" disabled={one.isLocked} onClick={() => setOpened(one)}>
                <span>{one.path}</span>
                <small>{one.isLocked ? t('previews.archive.locked') : readableSize(one.size)}</small>
              </button>
            </li>
          ))}
        </ul>
        {data.isCut && <p className={overlay.note}>{t('previews.cut')}</p>}
      </div>
    </div>
  );
}

/** Escape and Back lead to the list of the archive first. */
function OpenedFile({ file, onClose }: { file: ArchivedFile; onClose(): void }) {
  const { t } = useTranslation();
  useLayer({ close: onClose });
  return (
    <>
      <div className={overlay.tools}>
        <ToolButton icon={IconArrowLeft} label={t('previews.archive.back')} onClick={onClose} autoFocus />
        <span className={styles.name}>{file.path}</span>
      </div>
      <ArchivedFileView key={file.path} file={file} />
    </>
  );
}
