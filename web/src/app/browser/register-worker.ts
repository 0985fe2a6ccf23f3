import { registerServiceWorker } from '../../lib/trusted-html.ts';

/** Makes the client installable and able to start without a network; the open page is not affected. */
export function registerWorker(): void {
  // The development server has no service worker.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    // Browsers without storage refuse the registration; everything else works without it.
    registerServiceWorker('/sw.js').catch(() => undefined);
  };
  // After everything that the first screen loads.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
