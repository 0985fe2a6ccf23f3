import { after } from './timers.ts';
import { openPage } from './trusted-html.ts';

export type PrintFrame = { paper: Document; print(): void; remove(): void };

type Paper = {
  title: string;
  /** Our own style sheet; it must not contain anything from a message or a file. */
  styles: string;
  /** A Content-Security-Policy, for pages with other people's content. */
  policy?: string;
  removed?: () => void;
};

/** An isolated page that appears on paper only, and in which no script runs. */
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

/**
 * When printing to a file, most browsers name it after the enclosing page, so that gets the title meanwhile.
 */
function printFrame(frame: HTMLIFrameElement, title: string, remove: () => void): void {
  const before = document.title;
  document.title = title;
  frame.contentWindow?.addEventListener(
    'afterprint',
    () => {
      // The title may belong to other content by now.
      if (document.title === title) document.title = before;
      after(0, remove);
    },
    { once: true },
  );
  frame.contentWindow?.print();
}
