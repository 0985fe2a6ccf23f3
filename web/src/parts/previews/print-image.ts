import { openPrintFrame } from '../../lib/print-frame.ts';

const STYLES = '@page{margin:10mm}body{margin:0}img{max-width:100%;max-height:270mm}';

/** Prints an image alone, as large as the paper allows. */
export async function printImage(address: string, name: string): Promise<void> {
  const { paper, print, remove } = await openPrintFrame({ title: name, styles: STYLES });
  const image = paper.createElement('img');
  image.src = address;
  paper.body.append(image);
  try {
    await image.decode();
  } catch {
    // An image that cannot be drawn cannot be printed; the preview shows the error already.
    remove();
    return;
  }
  print();
}
