import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Scripts (gzip) that a browser may have to load before it shows the shell. */
const maxKilobytes = 250;
/** Scripts of all pages together: with many small ones a page is as many requests. */
const maxScripts = 150;

/**
 * Fails the build when the scripts of the first load, which are the entry with everything that it imports
 * statically, grow over the limit or hold Zod, whose probe for `eval` the content security policy forbids; or when the
 * app falls into too many scripts.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle(_, bundle) {
      const visited = new Set<string>();
      let bytes = 0;
      const visit = (fileName: string) => {
        const chunk = bundle[fileName];
        if (visited.has(fileName) || chunk?.type !== 'chunk') return;
        visited.add(fileName);
        bytes += gzipSync(chunk.code).length;
        if (chunk.moduleIds.some((id) => /node_modules\/zod\//.test(id)))
          this.error(`The first load holds Zod (${fileName})`);
        for (const imported of chunk.imports) visit(imported);
      };
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && output.isEntry) visit(output.fileName);
      const scripts = Object.values(bundle).filter(({ type }) => type === 'chunk').length;
      if (scripts > maxScripts) this.error(`The app is ${scripts} scripts, over ${maxScripts}`);
      const kilobytes = bytes / 1000;
      if (kilobytes > maxKilobytes)
        this.error(`The first load is ${kilobytes.toFixed(0)} kB, over ${maxKilobytes} kB`);
      this.info(`first load: ${kilobytes.toFixed(0)} kB of scripts (gzip) in ${visited.size} files`);
    },
  };
}
