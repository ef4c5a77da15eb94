/**
 * `npm run build [-- DIRECTORY]` builds the deployed package: the server in `dist/`, with the list of packages that are
 * in it or installed with it (`sbom.cdx.json`), and the dashboard in `web/dist/`; or both below another directory.
 * Types are checked by `npm run check`.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSbom } from './build-sbom.ts';
import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';

const directory = resolve(process.argv[2] ?? fileURLToPath(new URL('../', import.meta.url)));
buildServer(join(directory, 'dist'));
buildSbom(join(directory, 'dist/sbom.cdx.json'));
buildWeb(join(directory, 'web/dist'));
