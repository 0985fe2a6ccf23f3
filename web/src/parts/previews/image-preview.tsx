import type { File } from '@bocau/contract/messages.ts';
import { IconPrinter, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './preview-overlay.module.css';
import { usePreviewSource } from './preview-source.ts';
import { Fallback } from './preview-states.tsx';
import { printImage } from './print-image.ts';

const STEP = 1.5;
const LARGEST = 8;

/** An image fitted to the available space, with zoom and print. */
export function ImagePreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const source = usePreviewSource();
  const [zoom, setZoom] = useState(1);
  const [width, setWidth] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) return <Fallback file={file} words={t('previews.failed')} />;
  const address = source.shown(file.id);
  const fit = zoom === 1;
  return (
    <>
      <div className={styles.tools}>
        <ToolButton
          icon={IconZoomOut}
          label={t('previews.zoomOut')}
          disabled={fit}
          onClick={() => setZoom(Math.max(1, zoom / STEP))}
        />
        <ToolButton
          icon={IconZoomReset}
          label={t('previews.fit')}
          disabled={fit}
          onClick={() => setZoom(1)}
        />
        <ToolButton
          icon={IconZoomIn}
          label={t('previews.zoomIn')}
          disabled={zoom >= LARGEST}
          onClick={() => setZoom(Math.min(LARGEST, zoom * STEP))}
        />
        <ToolButton
          icon={IconPrinter}
          label={t('previews.print')}
          onClick={() => void printImage(address, file.name)}
        />
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
