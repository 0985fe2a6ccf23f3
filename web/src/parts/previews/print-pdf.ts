import type { PDFDocumentProxy } from 'pdfjs-dist';
import { openPrintFrame, type PrintFrame } from '../../lib/print-frame.ts';
import type { PageSize } from './pdf-layout.ts';

/** Resolution at which printed text is sharp; an A4 page takes 15 MB while it is drawn. */
const DOTS_PER_POINT = 200 / 72;
const MOST_PIXELS = 16_000_000;

type Job = { document: PDFDocumentProxy; name: string; signal: AbortSignal; onPage(page: number): void };

/** Prints all pages of a document, each on paper of its own size. */
export async function printPdf({ document, name, signal, onPage }: Job): Promise<void> {
  const sheets: { size: PageSize; picture: Blob }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    onPage(number);
    sheets.push(await drawSheet(document, number));
    if (signal.aborted) return;
  }
  const addresses = sheets.map(({ picture }) => URL.createObjectURL(picture));
  const styles = stylesOf(sheets.map(({ size }) => size));
  const removed = () => {
    for (const address of addresses) URL.revokeObjectURL(address);
  };
  const frame = await openPrintFrame({ title: name, styles, removed });
  try {
    await layOut(frame, sheets, addresses);
    if (signal.aborted) frame.remove();
    else frame.print();
  } catch (error) {
    frame.remove();
    throw error;
  }
}

async function layOut(
  { paper }: PrintFrame,
  sheets: { size: PageSize }[],
  addresses: string[],
): Promise<void> {
  const images = sheets.map(({ size }, index) => {
    const image = paper.createElement('img');
    image.className = nameOf(size);
    image.src = addresses[index] ?? '';
    return image;
  });
  paper.body.append(...images);
  await Promise.all(images.map((image) => image.decode()));
}

async function drawSheet(pdf: PDFDocumentProxy, number: number): Promise<{ size: PageSize; picture: Blob }> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(DOTS_PER_POINT, Math.sqrt(MOST_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  canvas.width = 0;
  if (!picture) throw new Error(`Page ${number} could not be drawn for the printer`);
  return { size: { width: Math.round(width), height: Math.round(height) }, picture };
}

function nameOf({ width, height }: PageSize): string {
  return `s${width}x${height}`;
}

/** A page style per size; slightly smaller than the paper, or an empty page would follow each one. */
function stylesOf(sizes: readonly PageSize[]): string {
  const kinds = [...new Map(sizes.map((size) => [nameOf(size), size]))];
  const rules = kinds.map(
    ([name, { width, height }]) =>
      `@page ${name}{size:${width}pt ${height}pt;margin:0}.${name}{page:${name};width:${width}pt;height:${height - 1}pt}`,
  );
  return `body{margin:0}img{display:block;break-after:page}img:last-child{break-after:auto}${rules.join('')}`;
}
