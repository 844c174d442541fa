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
    // One style sheet: the rules of a page never depend on which pages were open before it.
    cssCodeSplit: false,
    // The modulepreload polyfill would serve only unsupported browsers.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Files that need each other would otherwise run in the wrong order.
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'first-load', tags: ['$initial'], priority: 1 },
            // Each few lines that two pages share would otherwise be a file of their own: three hundred for a dashboard.
            {
              name: 'shared',
              test: (id) => !/node_modules[\\/](maplibre-gl|hls\.js)[\\/]/.test(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 30_000,
            },
          ],
        },
      },
    },
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
