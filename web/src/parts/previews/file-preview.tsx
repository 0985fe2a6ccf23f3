import type { File } from '@bocau/contract/messages.ts';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type PreviewKind, previewOf, scanState } from '../files/file-kinds.ts';
import { ImagePreview } from './image-preview.tsx';
import styles from './preview-overlay.module.css';
import { usePreviewSource } from './preview-source.ts';
import { Fallback, Waiting } from './preview-states.tsx';

type Preview = ComponentType<{ file: File }>;

const PdfFile = lazy(async () => ({ default: (await import('./pdf-preview.tsx')).PdfFile }));
const OfficePreview = lazy(async () => ({ default: (await import('./office-preview.tsx')).OfficePreview }));
const TextPreview = lazy(async () => ({ default: (await import('./text-preview.tsx')).TextPreview }));
const TablePreview = lazy(async () => ({ default: (await import('./text-preview.tsx')).TablePreview }));
const MailPreview = lazy(async () => ({ default: (await import('./mail-preview.tsx')).MailPreview }));
const EventPreview = lazy(async () => ({ default: (await import('./event-preview.tsx')).EventPreview }));
const ArchivePreview = lazy(async () => ({
  default: (await import('./archive/archive-preview.tsx')).ArchivePreview,
}));

const PREVIEWS: Record<PreviewKind, Preview> = {
  image: ImagePreview,
  video: FilmPreview,
  audio: SoundPreview,
  pdf: PdfFile,
  office: OfficePreview,
  table: TablePreview,
  text: TextPreview,
  mail: MailPreview,
  event: EventPreview,
  archive: ArchivePreview,
  none: NoPreview,
};

export function FilePreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const source = usePreviewSource();
  if (scanState(file) === 'infected') return <Fallback file={file} words={t('previews.infected')} />;
  const kind = previewOf(file);
  const Preview = PREVIEWS[source.without.includes(kind) ? 'none' : kind];
  return (
    <Suspense fallback={<Waiting />}>
      <Preview file={file} />
    </Suspense>
  );
}

function NoPreview({ file }: { file: File }) {
  const { t } = useTranslation();
  return <Fallback file={file} words={t('previews.unsupported')} />;
}

function FilmPreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const source = usePreviewSource();
  const [failed, setFailed] = useState(false);
  if (failed) return <Fallback file={file} words={t('previews.failed')} />;
  return (
    <div className={styles.centre}>
      {/* biome-ignore lint/a11y/useMediaCaption: what others send has no captions */}
      <video
        className={styles.film}
        src={source.shown(file.id)}
        controls
        playsInline
        preload="metadata"
        onError={() => setFailed(true)}
      />
    </div>
  );
}

function SoundPreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const source = usePreviewSource();
  const [failed, setFailed] = useState(false);
  if (failed) return <Fallback file={file} words={t('previews.failed')} />;
  return (
    <div className={styles.centre}>
      {/* biome-ignore lint/a11y/useMediaCaption: what others send has no captions */}
      <audio src={source.shown(file.id)} controls preload="metadata" onError={() => setFailed(true)} />
    </div>
  );
}
