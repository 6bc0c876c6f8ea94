/** How the dashboard becomes the files that the server hands out. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh one in its place with every document (src/api/pages/dashboard-document.ts).
  html: { cspNonce: '%nonce%' },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // A data: address would need a rule of its own in the policy.
    assetsInlineLimit: 0,
    // Each knows light-dark() itself; what is made of it for older ones takes no nonce into account.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
