import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: {
    // The contract comes without its schemas: see docs/decisions/013.
    alias: { zod: fileURLToPath(new URL('./src/lib/no-schemas.ts', import.meta.url)) },
  },
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
});
