import type { File } from '@bocau/contract/messages.ts';
import { ActionIcon } from '@mantine/core';
import { IconPrinter, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownAddress } from './file-address.ts';
import styles from './preview-overlay.module.css';
import { Fallback } from './preview-states.tsx';
import { printImage } from './print-image.ts';

const STEP = 1.5;
const LARGEST = 8;

/** A picture in the room that there is, larger on demand, and on paper. */
export function ImagePreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(1);
  const [width, setWidth] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) return <Fallback file={file} words={t('attachments.preview.failed')} />;
  const address = shownAddress(file.id);
  const fit = zoom === 1;
  return (
    <>
      <div className={styles.tools}>
        <Tool
          label={t('attachments.preview.zoomOut')}
          disabled={fit}
          onClick={() => setZoom(Math.max(1, zoom / STEP))}
        >
          <IconZoomOut size={20} />
        </Tool>
        <Tool label={t('attachments.preview.fit')} disabled={fit} onClick={() => setZoom(1)}>
          <IconZoomReset size={20} />
        </Tool>
        <Tool
          label={t('attachments.preview.zoomIn')}
          disabled={zoom >= LARGEST}
          onClick={() => setZoom(Math.min(LARGEST, zoom * STEP))}
        >
          <IconZoomIn size={20} />
        </Tool>
        <Tool label={t('attachments.preview.print')} onClick={() => void printImage(address, file.name)}>
          <IconPrinter size={20} />
        </Tool>
      </div>
      <div className={styles.scroll} tabIndex={fit ? -1 : 0}>
        <div className={styles.picture} data-fit={fit}>
          <img
            src={address}
            alt={file.name}
            draggable={false}
            style={fit || width === 0 ? undefined : { width: width * zoom }}
            onLoad={(event) => setWidth(event.currentTarget.clientWidth)}
            onError={() => setFailed(true)}
          />
        </div>
      </div>
    </>
  );
}

function Tool(props: { label: string; disabled?: boolean; onClick(): void; children: ReactNode }) {
  const { label, disabled = false, onClick, children } = props;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
