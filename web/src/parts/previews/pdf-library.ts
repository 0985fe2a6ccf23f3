import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { openWorker } from '../../lib/trusted-html.ts';

type OpenedPdf = { promise: Promise<PDFDocumentProxy>; destroy(): Promise<void> };

/** Additional files for some documents, from our own origin: character maps, the standard fonts, decoders. */
const PARTS: Record<string, string> = {
  ...import.meta.glob('/../node_modules/pdfjs-dist/{cmaps/*.bcmap,standard_fonts/*.{pfb,ttf},wasm/*.wasm}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};
const ADDRESSES = new Map(
  Object.entries(PARTS).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);

/** Limits the memory that an image in a document can take. */
const LARGEST_IMAGE = 64_000_000;

class PartsFromOwnOrigin {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = ADDRESSES.get(filename);
    if (address === undefined) throw new Error(`There is no part named ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The part ${filename} could not be loaded`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Opens a document without running its scripts. */
export function openPdf(address: string): OpenedPdf {
  const port = openWorker(workerAddress);
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    url: address,
    worker,
    withCredentials: true,
    useWorkerFetch: false,
    BinaryDataFactory: PartsFromOwnOrigin,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
    enableXfa: false,
    maxImageSize: LARGEST_IMAGE,
  });
  return {
    promise: task.promise,
    async destroy() {
      await task.destroy();
      worker.destroy();
      port.terminate();
    },
  };
}
