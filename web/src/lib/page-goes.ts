/**
 * Runs whenever the page may close next. It is called before regular listeners, so that later ones, such as
 * writing to the browser's storage, see what it passes on.
 */
export function beforePageGoes(run: () => void): () => void {
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') run();
  };
  document.addEventListener('visibilitychange', whenHidden, { capture: true });
  window.addEventListener('beforeunload', run, { capture: true });
  return () => {
    document.removeEventListener('visibilitychange', whenHidden, { capture: true });
    window.removeEventListener('beforeunload', run, { capture: true });
  };
}
