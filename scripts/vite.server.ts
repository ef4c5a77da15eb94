import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The entry points: the command line, the programs of processes and threads, and the demo with its provider. */
const PROGRAMS = [
  'src/cli/main.ts',
  'src/server/worker.ts',
  'src/store/embedded/worker.ts',
  'src/store/embedded/create.ts',
  'src/services/state-mapping/facts-worker.ts',
  'src/provider/jail/guard.ts',
  'testkit/demo/open.ts',
  'testkit/plugin/main.ts',
];
/**
 * Packages with native code, or with files that they load from their own directory. package.json lists them as
 * dependencies.
 */
const INSTALLED = ['koffi', '@electric-sql/pglite', '@electric-sql/pglite-pgvector'];
/** A placeholder for the relative path from a file of the bundle up to its directory. */
const UP = '__UP_TO_THE_BUNDLE__';

/** The path in the bundle: `src/cli/main.ts` is `cli/main.js`. */
const placeOf = (path: string): string =>
  relative(root, path)
    .replaceAll('\\', '/')
    .replace(/^src\//, '')
    .replace(/ts$/, 'js');

/**
 * Rewrites `import.meta.url`, so that every module finds its threads, `assets/` and the like as if it were a separate
 * file in the bundle, at the path of its source.
 */
const ownAddress: Plugin = {
  name: 'own-address',
  enforce: 'pre',
  transform(code, id) {
    if (!/^(src|testkit)[\\/]/.test(relative(root, id)) || !code.includes('import.meta.url')) return null;
    const file = placeOf(id);
    return { code: code.replaceAll('import.meta.url', `new URL('${UP}${file}', import.meta.url).href`), map: null };
  },
  renderChunk(code, { fileName }) {
    if (!code.includes(UP)) return null;
    return { code: code.replaceAll(UP, './' + '../'.repeat(fileName.split('/').length - 1)), map: null };
  },
};

export default defineConfig({
  root,
  publicDir: false,
  plugins: [ownAddress],
  ssr: { noExternal: true, external: INSTALLED },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    sourcemap: true,
    // The bundle contains packages of others, so it includes their licences.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((path) => [placeOf(join(root, path)), join(root, path)])),
      output: { entryFileNames: '[name]', chunkFileNames: 'parts/[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
});
