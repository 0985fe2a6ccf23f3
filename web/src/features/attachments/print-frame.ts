import { after } from '../../lib/timers.ts';
import { openPage } from '../../lib/trusted-html.ts';

export type PrintFrame = { paper: Document; print(): void; remove(): void };

/** A page of its own that is seen on paper only; `styles` are written by us, and hold nothing of the file. */
export async function openPrintFrame(
  title: string,
  styles: string,
  removed: () => void = () => undefined,
): Promise<PrintFrame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:800px;height:0;border:0;visibility:hidden';
  openPage(frame, 'allow-same-origin allow-modals', `<!doctype html><style>${styles}</style><body></body>`);
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const paper = frame.contentDocument as Document;
  paper.title = title;
  const remove = () => {
    frame.remove();
    removed();
  };
  return {
    paper,
    remove,
    print() {
      frame.contentWindow?.addEventListener('afterprint', () => after(0, remove), { once: true });
      frame.contentWindow?.print();
    },
  };
}
