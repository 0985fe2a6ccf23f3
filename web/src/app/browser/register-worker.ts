import { registerServiceWorker } from '../../lib/trusted-html.ts';

/** Lets the client be installed, and start without a network; it changes nothing of the page that is open. */
export function registerWorker(): void {
  // The development server has no worker.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    // Where the browser keeps nothing there is none; all else works without it.
    registerServiceWorker('/sw.js').catch(() => undefined);
  };
  // After whatever the first screen needs.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
