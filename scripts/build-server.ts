/** Builds the command line, the server, and the programs of its threads and processes, bundled with their packages. */
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampOfSources } from '../bin/sources.mjs';
import { buildInto, prepare, runVite } from './build-into.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Bundles the sources into the directory `out`, which is replaced when the bundle is complete. */
export function buildServer(out: string, sources: string = stampOfSources()): void {
  const src = join(root, 'src');
  buildInto(out, sources, (fresh) => {
    runVite(['--config', 'scripts/vite.server.ts', '--outDir', fresh]);
    for (const file of globSync('**/*.{proto,sql}', { cwd: src })) cpSync(join(src, file), join(fresh, file));
    const swagger = join(root, 'node_modules/@fastify/swagger-ui/static');
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
      cpSync(join(swagger, file), join(fresh, 'api/routes/swagger-ui', file));
  });
}

/** Builds the bundle if it is missing or outdated. False if that fails: then the sources run. */
export const prepareServer = (): boolean => prepare('the server', join(root, 'dist'), stampOfSources(), buildServer);
