import '@fontsource/be-vietnam-pro/400.css';
import '@fontsource/be-vietnam-pro/500.css';
import '@fontsource/be-vietnam-pro/600.css';
import '@mantine/core/styles.css';
import './ui/tokens.css';
import './ui/mantine.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { createSession } from './app/session.ts';
import { startWords } from './i18n/i18n.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the client');
// The router begins to fetch what the address shows; the words come meanwhile.
const session = createSession();
const router = createRouter(session);
await startWords();
createRoot(root).render(
  <StrictMode>
    <App session={session} router={router} />
  </StrictMode>,
);
