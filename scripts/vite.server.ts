import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const src = join(root, 'src');

/** What Node starts: the command line, and the programs of processes and threads. */
const PROGRAMS = [
  'cli/main',
  'server/worker',
  'store/embedded/worker',
  'services/state-mapping/facts-worker',
  'provider/jail/guard',
];
/** Packages with native code, or with files that they look for beside their own: package.json names them as dependencies. */
const INSTALLED = ['koffi', '@electric-sql/pglite', '@electric-sql/pglite-pgvector'];
/** Stands for the way from a file of the bundle up to its directory. */
const UP = '__UP_TO_THE_BUNDLE__';

/** Every module finds its threads, `assets/` and the like as if it were a file of its own in the bundle, at the path of its source. */
const ownAddress: Plugin = {
  name: 'own-address',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(src + sep) || !code.includes('import.meta.url')) return null;
    const file = relative(src, id).replaceAll('\\', '/').replace(/ts$/, 'js');
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
    // What is bundled is other people's work: their licences go with it.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, join(src, `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
});
