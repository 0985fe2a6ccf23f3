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
import { startWords } from './i18n/i18n.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the client');
await startWords();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
