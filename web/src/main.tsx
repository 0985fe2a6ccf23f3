import './ui/fonts.ts';
import './ui/mantine-styles.ts';
import './ui/theme-variables.css';
import './ui/tokens.css';
import './ui/mantine.css';
import './ui/base.css';
import './ui/touch.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/boot/app.tsx';
import { createAppRouter } from './app/boot/router.tsx';
import { createBrowserSettings } from './app/browser/browser-settings.ts';
import { registerWorker } from './app/browser/register-worker.ts';
import { createSession } from './app/session/session.ts';
import { startWords } from './i18n/i18n.ts';
import { whenIdle } from './lib/when-idle.ts';
import { reportPartFailed } from './ui/lazy-part.tsx';
import { followVisibleHeight } from './ui/visible-height.ts';

const KEPT_WITHIN_MS = 1_000;

const root = document.getElementById('root');
if (!root) throw new Error('There is no place for the client');
// The router begins to fetch what the address shows, in this language; the words come meanwhile.
const words = startWords();
const session = createSession();
const settings = createBrowserSettings(session);
const router = createAppRouter(session, settings);
registerWorker();
followVisibleHeight();
// A page that does not stand yet has no focus to lose.
whenIdle(() => {
  import('./ui/keep-focus-in-page.ts').then(({ keepFocusInPage }) => keepFocusInPage(), reportPartFailed);
}, KEPT_WITHIN_MS);
await words;
createRoot(root).render(
  <StrictMode>
    <App session={session} settings={settings} router={router} />
  </StrictMode>,
);
