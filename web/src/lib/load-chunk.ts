import { after } from './timers.ts';

const PATIENCE_MS = 120_000;
const CHUNK_FAULT = /dynamically imported module|importing a module script|preload CSS|Loading chunk/i;

/** A style sheet that failed once counts for the bundler as loaded, so that it is asked for again here. */
const missingStyles = new Set<HTMLLinkElement>();
let watching = false;
let styling: Promise<unknown> | null = null;

/** ER-1: code that does not come in two minutes has failed; what is imported knows no end of its own. */
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
  // What became of a link does not rise to the document, but is seen from there on its way down.
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

/** Whether it is code or style that did not come, as browsers and the bundler say it. */
export function isChunkFault(error: unknown): boolean {
  return error instanceof Error && CHUNK_FAULT.test(error.message);
}
