import type { File } from '@bocau/contract/messages.ts';
import { PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PageSize } from './pdf-layout.ts';
import { openPdf } from './pdf-library.ts';
import { PdfReader } from './pdf-reader.tsx';
import { usePreviewSource } from './preview-source.ts';
import { Fallback, Waiting } from './preview-states.tsx';
import { measureFirstPages } from './use-pdf-pages.ts';

type Opened = { document: PDFDocumentProxy; first: readonly PageSize[] } | { fault: 'password' | 'failed' };

export function PdfFile({ file }: { file: File }) {
  return <PdfPreview file={file} address={usePreviewSource().shown(file.id)} />;
}

export function PdfPreview({ file, address }: { file: File; address: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);

  useEffect(() => {
    const task = openPdf(address);
    let left = false;
    task.promise
      .then(async (document) => ({ document, first: await measureFirstPages(document) }))
      .then(
        (document) => !left && setOpened(document),
        (error: unknown) =>
          !left && setOpened({ fault: error instanceof PasswordException ? 'password' : 'failed' }),
      );
    return () => {
      left = true;
      void task.destroy();
    };
  }, [address]);

  if (!opened) return <Waiting />;
  if ('fault' in opened) return <Fallback file={file} words={t(`previews.${opened.fault}`)} />;
  return <PdfReader file={file} document={opened.document} first={opened.first} />;
}
