import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { baseMap } from './base-map.ts';
import { firstLoad } from './first-load.ts';

const server = 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), baseMap(), firstLoad()],
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy allows fonts and images from our own files only, so small files must not
    // become data: addresses.
    assetsInlineLimit: 0,
    // The modulepreload polyfill would serve only unsupported browsers.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: {
      ...{ '/api': server, '/identity': server, '/widget/': server },
      '/Stream/': { target: server, ws: true },
    },
  },
});
