import { after } from './timers.ts';

const PATIENCE_MS = 120_000;
const MISSING = /dynamically imported module|importing a module script|file of the page/i;

/** Each file that was fetched, or is being fetched. */
const files = new Map<string, Promise<void>>();

/**
 * ER-1: the build calls this for every dynamic import, with the files that it needs. Browsers keep a script that
 * failed to load, and a bundler a style sheet, as failed or loaded until the page is reloaded. So all files are
 * fetched first: the import then finds them in the cache, and what failed is fetched again by the next import. A file
 * that does not arrive within two minutes has failed; a dynamic import has no timeout of its own.
 */
export async function loadFiles<T>(load: () => Promise<T>, names: readonly string[]): Promise<T> {
  await Promise.all(names.map(loadOnce));
  return load();
}

function loadOnce(name: string): Promise<void> {
  let file = files.get(name);
  if (!file) {
    file = loadFile(`/${name}`);
    files.set(name, file);
    file.catch(() => files.delete(name));
  }
  return file;
}

async function loadFile(path: string): Promise<void> {
  // The page itself names some of them.
  if (document.querySelector(`link[href="${path}"],script[src="${path}"]`)) return;
  const timeout = new AbortController();
  const stopWaiting = after(PATIENCE_MS, () => timeout.abort());
  try {
    await (path.endsWith('.css') ? addStyles(path, timeout.signal) : fetchScript(path, timeout.signal));
  } catch (cause) {
    throw new Error(`A file of the page did not arrive: ${path}`, { cause });
  } finally {
    stopWaiting();
  }
}

async function fetchScript(path: string, signal: AbortSignal): Promise<void> {
  // A connection that breaks is tried again: without a part of the page, all of it may fail.
  const answer = await fetch(path, { signal }).catch(() => fetch(path, { signal }));
  // Only a file that was read to its end is in the cache.
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
}

function addStyles(href: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    const fail = () => {
      link.remove();
      reject(new Error('The style sheet could not be loaded'));
    };
    link.onload = () => resolve();
    link.onerror = fail;
    signal.onabort = fail;
    document.head.append(link);
  });
}

/** Whether a script or style sheet failed to load, by the messages of browsers and of this file. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message);
}
