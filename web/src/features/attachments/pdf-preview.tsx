import type { File } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { PasswordException, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shownAddress } from './file-address.ts';
import { openPdf } from './pdf-library.ts';
import styles from './preview-overlay.module.css';
import { Fallback, Waiting } from './preview-states.tsx';

/** So many pages are drawn at first, and so many more each time. */
const PAGES = 10;
const WIDTH = 860;
/** Sharper than this costs memory and shows nothing. */
const SHARPEST = 2;

type Opened = { document: PDFDocumentProxy } | { fault: 'password' | 'failed' };

export function PdfFile({ file }: { file: File }) {
  return <PdfPreview file={file} address={shownAddress(file.id)} />;
}

export function PdfPreview({ file, address }: { file: File; address: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [shown, setShown] = useState(PAGES);

  useEffect(() => {
    const task = openPdf(address);
    let left = false;
    task.promise.then(
      (document) => !left && setOpened({ document }),
      (error: unknown) =>
        !left && setOpened({ fault: error instanceof PasswordException ? 'password' : 'failed' }),
    );
    return () => {
      left = true;
      void task.destroy();
    };
  }, [address]);

  if (!opened) return <Waiting />;
  if ('fault' in opened) return <Fallback file={file} words={t(`attachments.preview.${opened.fault}`)} />;
  const total = opened.document.numPages;
  const last = Math.min(shown, total);
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.pages}>
        {numbers.map((number) => (
          <PdfPage key={number} document={opened.document} number={number} />
        ))}
        <span className={styles.note}>
          {total === 1
            ? t('attachments.preview.onlyPage')
            : t('attachments.preview.pages', { from: 1, to: last, total })}
        </span>
        {last < total && (
          <Button variant="default" onClick={() => setShown(shown + PAGES)}>
            {t('attachments.preview.morePages')}
          </Button>
        )}
      </div>
    </div>
  );
}

function PdfPage({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let left = false;
    let task: RenderTask | null = null;

    async function draw(): Promise<void> {
      const page = await document.getPage(number);
      const place = canvas.current;
      if (left || !place) return;
      const room = Math.min(WIDTH, (place.parentElement?.clientWidth ?? WIDTH) - 32);
      const width = room / page.getViewport({ scale: 1 }).width;
      const sharpness = Math.min(SHARPEST, window.devicePixelRatio || 1);
      const viewport = page.getViewport({ scale: width * sharpness });
      place.width = Math.floor(viewport.width);
      place.height = Math.floor(viewport.height);
      place.style.width = `${Math.floor(viewport.width / sharpness)}px`;
      task = page.render({ canvas: place, viewport });
      await task.promise;
    }

    // A page that can't be drawn stays white; the others are still worth reading. Leaving in the middle ends here too.
    draw().catch(() => undefined);
    return () => {
      left = true;
      task?.cancel();
    };
  }, [document, number]);

  return (
    <canvas
      ref={canvas}
      className={styles.page}
      role="img"
      aria-label={t('attachments.preview.page', { page: number })}
    />
  );
}
