import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Compressed bytes of page, script and style: what a browser loads before it asks for the widget. */
export const maxFirstLoadBytes = 30_000;
/** Bytes of the script for pages that embed widgets. */
export const maxHeightScriptBytes = 1_000;

/** Fails the build when it grows over its limits. */
function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      let bytes = 0;
      for (const file of Object.values(bundle)) {
        const content = file.type === 'chunk' ? file.code : file.source;
        if (file.fileName === 'height.js') {
          const size = Buffer.byteLength(content);
          if (size > maxHeightScriptBytes)
            this.error(`height.js has ${size} bytes, over ${maxHeightScriptBytes}`);
        } else bytes += gzipSync(content).length;
      }
      if (bytes > maxFirstLoadBytes)
        this.error(`The first load is ${bytes} bytes, over ${maxFirstLoadBytes}`);
      this.info(`first load: ${(bytes / 1_000).toFixed(1)} kB (gzip)`);
    },
  };
}

export default defineConfig({
  plugins: [firstLoad()],
  root: import.meta.dirname,
  base: '/widget/',
  build: {
    outDir: 'dist',
    // Screens that show a page for years have older browsers.
    target: 'es2020',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', height: 'src/height.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'height' ? 'height.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
