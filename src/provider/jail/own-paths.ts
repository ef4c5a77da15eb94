import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { thisPlatform } from '../address/platform.ts';
import type { Sandbox } from './sandbox.ts';
import type { Layers } from './types.ts';
import { READ_DEVICES, SYSTEM_PATHS, WRITE_DEVICES } from './system-paths.ts';

/** Variables with which the operator names files for programs to read. */
const FILES = ['SSL_CERT_FILE', 'AWS_CA_BUNDLE'];
const DIRECTORIES = ['SSL_CERT_DIR'];

/** Providers whose resources are files: a hidden file would be reported as deleted, a closed one gives an error. */
const MANAGES_FILES = /\/hashicorp\/local$/;

/** The layers for one provider. */
export const layersFor = (source: string, layers: Layers): Layers =>
  MANAGES_FILES.test(source) ? { ...layers, mounts: false } : layers;

/**
 * The paths that one provider may read and write. The files beside its binary are included where the directory is that
 * of one version and platform, as in mirrors; elsewhere they may be anybody's.
 */
export async function ownPaths(
  binary: string,
  privateDir: string,
  env: Readonly<Record<string, string>>,
  { extra }: Sandbox,
): Promise<{ read: string[]; write: string[] }> {
  const directory = dirname(binary);
  const named = [...FILES.map((name) => env[name]), ...DIRECTORIES.flatMap((name) => env[name]?.split(':'))];
  return {
    read: [
      ...SYSTEM_PATHS,
      ...READ_DEVICES,
      basename(directory) === thisPlatform() ? directory : binary,
      ...named.flatMap((path) => (path ? [path] : [])),
      ...extra.read,
    ],
    // The system's temporary directory may be a symbolic link.
    write: [await realpath(privateDir), privateDir, ...WRITE_DEVICES, ...extra.write],
  };
}
