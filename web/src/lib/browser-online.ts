/** Whether the browser has a network. */
export const browserOnline = {
  isOnline: () => navigator.onLine,
  onChange(listener: () => void): () => void {
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
};
