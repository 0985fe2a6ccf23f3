import { after } from './timers.ts';

const PATIENCE_MS = 120_000;
const CHUNK_FAULT = /dynamically imported module|importing a module script|preload CSS|Loading chunk/i;

/** The bundler treats a style sheet that failed once as loaded, so this file requests it again. */
const missingStyles = new Set<HTMLLinkElement>();
let watching = false;
let styling: Promise<unknown> | null = null;

/**
 * ER-1: code that does not arrive within two minutes has failed; a dynamic import has no timeout of its own.
 */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  watchStyles();
  return new Promise((resolve, reject) => {
    const stopWaiting = after(PATIENCE_MS, () => reject(new Error('Loading chunk failed: it took too long')));
    withStyles(load).then(resolve, reject).finally(stopWaiting);
  });
}

function watchStyles(): void {
  if (watching) return;
  watching = true;
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
  };
  // The error event of a link does not bubble, but can be captured on the document.
  document.addEventListener('error', note, true);
}

async function withStyles<T>(load: () => Promise<T>): Promise<T> {
  if (missingStyles.size > 0) {
    styling ??= Promise.all([...missingStyles].map(loadAgain)).finally(() => {
      styling = null;
    });
  }
  await styling;
  return load();
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  missingStyles.delete(link);
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = () => resolve();
    again.onerror = () => reject(new Error(`Unable to preload CSS for ${link.href}`));
    link.replaceWith(again);
  });
}

/** Whether a code or style chunk failed to load, by the messages of browsers and the bundler. */
export function isChunkFault(error: unknown): boolean {
  return error instanceof Error && CHUNK_FAULT.test(error.message);
}
