import { fileURLToPath } from 'node:url';
import { dirname } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/provider/jail/sandbox.ts';

/**
 * A sandbox for the testkit's plugins, which are more than one file: they may also read this checkout and the directory
 * of the Node program, and write into `write`.
 */
export function testSandbox(write: readonly string[] = [], without: SandboxOptions['without'] = []): Sandbox {
  const checkout = fileURLToPath(new URL('../../', import.meta.url));
  return createSandbox({
    mode: 'auto',
    read: ['src', 'testkit', 'node_modules', 'package.json']
      .map((name) => checkout + name)
      .concat(dirname(process.execPath)),
    write,
    without,
  });
}

/** No sandbox: for programs that a suite runs for itself. */
export const noSandbox = (): Sandbox => createSandbox({ mode: 'off' });
