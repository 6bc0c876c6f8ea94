/** Where the dashboard begins. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { shareStyleNonce } from './app/style-nonce.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The document has no place for the dashboard');
shareStyleNonce();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
