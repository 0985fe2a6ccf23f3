import { after } from '../../lib/timers.ts';
import { openPage } from '../../lib/trusted-html.ts';
import { createBodyPage } from './body-document.ts';

/** Loading a frame takes longer than drawing most bodies in it, so one is prepared in advance. */
let spare: HTMLIFrameElement | null = null;
const loaded = new WeakSet<HTMLIFrameElement>();

/** Only with `moveBefore`: elsewhere a moved frame reloads, so it is created where it is needed. */
export function prepareFrame(): void {
  if (spare || !('moveBefore' in Element.prototype)) return;
  spare = createFrame();
  spare.hidden = true;
  document.body.append(spare);
}

/** A frame with an empty page in which no script runs. It is ready at once if one was prepared. */
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
      // Preloaded: fonts that arrive after the first text would shift it.
      for (const letters of ['400', '600'])
        frame.contentDocument?.fonts?.load(`${letters} 15px "Be Vietnam Pro"`, 'aă').catch(() => undefined);
    },
    { once: true },
  );
  openPage(frame, 'allow-same-origin allow-popups allow-popups-to-escape-sandbox', createBodyPage());
  return frame;
}
