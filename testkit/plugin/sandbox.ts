import { fileURLToPath } from 'node:url';
import { dirname } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/provider/jail/sandbox.ts';

/**
 * A sandbox in which the testkit's plugins work, which are no single files: they may also read this checkout and the Node
 * that runs them, and write into `write`.
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

/** For programs that a suite runs for itself: they see what the suite sees. */
export const noSandbox = (): Sandbox => createSandbox({ mode: 'off' });
