import { after } from '../../lib/timers.ts';
import { openPage } from '../../lib/trusted-html.ts';

/** Prints a picture alone, as large as the paper allows. */
export async function printImage(address: string, name: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:800px;height:0;border:0;visibility:hidden';
  openPage(
    frame,
    'allow-same-origin allow-modals',
    '<!doctype html><style>@page{margin:10mm}body{margin:0}img{max-width:100%;max-height:270mm}</style><body></body>',
  );
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument as Document;
  page.title = name;
  const image = page.createElement('img');
  image.src = address;
  page.body.append(image);
  try {
    await image.decode();
  } catch {
    // What can't be drawn can't be printed; the preview says so already.
    frame.remove();
    return;
  }
  frame.contentWindow?.addEventListener('afterprint', () => after(0, () => frame.remove()), { once: true });
  frame.contentWindow?.print();
}
