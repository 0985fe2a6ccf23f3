import { after } from './timers.ts';
import { openPage } from './trusted-html.ts';

export type PrintFrame = { paper: Document; print(): void; remove(): void };

type Paper = {
  title: string;
  /** Written by us; holds nothing of a message or a file. */
  styles: string;
  /** What the page may load, where it shows what others wrote. */
  policy?: string;
  removed?: () => void;
};

/** A page of its own that is seen on paper only, and in which no script runs. */
export async function openPrintFrame({ title, styles, policy, removed }: Paper): Promise<PrintFrame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:800px;height:0;border:0;visibility:hidden';
  const guard = policy === undefined ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  openPage(
    frame,
    'allow-same-origin allow-modals',
    `<!doctype html><html><head><meta charset="utf-8">${guard}<style>${styles}</style></head><body></body></html>`,
  );
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const paper = frame.contentDocument as Document;
  paper.title = title;
  const remove = () => {
    frame.remove();
    removed?.();
  };
  return { paper, remove, print: () => printFrame(frame, title, remove) };
}

/** A file that is saved in its place is named after the page around it by most browsers, so that has its title meanwhile. */
function printFrame(frame: HTMLIFrameElement, title: string, remove: () => void): void {
  const before = document.title;
  document.title = title;
  frame.contentWindow?.addEventListener(
    'afterprint',
    () => {
      // By now it may be the title of something else that is shown.
      if (document.title === title) document.title = before;
      after(0, remove);
    },
    { once: true },
  );
  frame.contentWindow?.print();
}
