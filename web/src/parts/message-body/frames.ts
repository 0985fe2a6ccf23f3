import { after } from '../../lib/timers.ts';
import { openPage } from '../../lib/trusted-html.ts';
import { createBodyPage } from './body-document.ts';

/** Loading a page takes longer than drawing most bodies on it, so that one is loaded before it is asked for. */
let spare: HTMLIFrameElement | null = null;
const loaded = new WeakSet<HTMLIFrameElement>();

/** Browsers in which a frame loses its page when it is moved load one where it is needed. */
export function prepareFrame(): void {
  if (spare || !('moveBefore' in Element.prototype)) return;
  spare = createFrame();
  spare.hidden = true;
  document.body.append(spare);
}

/** A frame with an empty page in which no script runs. It is there at once where one was prepared. */
export function putFrame(
  place: HTMLElement,
  onPage: (frame: HTMLIFrameElement, page: Document) => void,
): HTMLIFrameElement {
  const frame = spare ?? createFrame();
  const told = () => {
    if (frame.isConnected && frame.contentDocument) onPage(frame, frame.contentDocument);
  };
  if (!loaded.has(frame)) frame.addEventListener('load', told, { once: true });
  if (frame === spare) {
    spare = null;
    frame.hidden = false;
    place.moveBefore(frame, null);
  } else place.append(frame);
  if (loaded.has(frame)) told();
  after(0, prepareFrame);
  return frame;
}

function createFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.addEventListener(
    'load',
    () => {
      loaded.add(frame);
      // Letters that come with the first words would move them.
      for (const letters of ['400', '600'])
        frame.contentDocument?.fonts?.load(`${letters} 15px "Be Vietnam Pro"`, 'aă').catch(() => undefined);
    },
    { once: true },
  );
  openPage(frame, 'allow-same-origin allow-popups allow-popups-to-escape-sandbox', createBodyPage());
  return frame;
}
