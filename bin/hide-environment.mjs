// Plain JavaScript that any Node from 18 on understands.

const PR_SET_DUMPABLE = 4;

/**
 * Hides this process's environment from other processes of the same user, on Linux: the values leave the block that
 * /proc/<pid>/environ shows (`process.env` keeps them elsewhere), and memory, environment and descriptors of this process
 * can be read by root alone. Where there is no build of koffi for this machine, nothing happens.
 */
export async function hideEnvironment() {
  if (process.platform !== 'linux') return;
  try {
    const { load } = await import('koffi');
    const libc = load(null);
    const getenv = libc.func('getenv', 'uintptr_t', ['str']);
    const memset = libc.func('memset', 'void', ['uintptr_t', 'int', 'size_t']);
    const prctl = libc.func('prctl', 'int', ['int', 'ulong', 'ulong', 'ulong', 'ulong']);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    for (const [name, value] of Object.entries(process.env)) {
      const before = getenv(name);
      process.env[name] = value;
      // The C library may take a text that it has already: then it is not in the block.
      if (before && BigInt(before) !== BigInt(getenv(name))) memset(before, 0, Buffer.byteLength(value ?? ''));
    }
  } catch {
    // A platform without it: docs/operations.md says what that means.
  }
}
