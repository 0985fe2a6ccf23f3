/**
 * Runs it whenever the page may be gone in the next moment. What runs last of all then, such as writing to the
 * browser's storage, finds what this hands on: it comes before listeners of the usual kind.
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
