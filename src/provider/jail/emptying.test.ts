import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { privateDirectory, spawnGuarded } from '../launch/spawn.ts';
import { createSandbox, type Confinement } from './sandbox.ts';
import { READ_DEVICES, SYSTEM_PATHS, WRITE_DEVICES } from './system-paths.ts';
import type { Layers } from './types.ts';

/** Truncates a file in every possible way, and writes where it may. */
const PROGRAM = `#!/usr/bin/env python3
import ctypes, json, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
here = os.path.dirname(os.path.realpath(__file__))
def kernel(*arguments):
    if libc.syscall(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "")
ways = {
    "truncate": lambda path: os.truncate(path, 0),
    "open to read": lambda path: os.open(path, os.O_RDONLY | os.O_TRUNC),
    "open for nothing": lambda path: os.open(path, 3 | os.O_TRUNC),
    "open to write": lambda path: os.open(path, os.O_WRONLY | os.O_TRUNC),
    "openat2": lambda path: kernel(437, -100, path.encode(), struct.pack("QQQ", os.O_TRUNC, 0, 0), 24),
    "openat2 for nothing": lambda path: kernel(437, -100, path.encode(), struct.pack("QQQ", 3 | os.O_TRUNC, 0, 0), 24),
}
if os.uname().machine == "x86_64":
    ways["the older open"] = lambda path: kernel(2, path.encode(), os.O_TRUNC, 0)
done = []
for name, way in ways.items():
    try:
        way(os.path.join(here, "kept"))
        done.append(name)
    except OSError:
        pass
for path in (os.path.join(here, "written", "file"), "file"):
    for _ in range(2):
        with open(path, "w") as file:
            file.write("written")
print(json.dumps({"done": done, "read": open(os.path.join(here, "kept")).read()}))
`;

const confinement = async (without: 'namespaces' | 'seccomp' | undefined): Promise<Confinement | undefined> => {
  const found = await createSandbox({ mode: 'auto', without: without ? [without] : [] }).confinement();
  return found && { ...found, layers: { ...found.layers, landlock: Math.min(found.layers.landlock, 2) } };
};
const named = ({ layers }: Confinement): Partial<Layers> => layers;

describe.skipIf(process.platform !== 'linux').each([undefined, 'namespaces', 'seccomp'] as const)(
  'with a Landlock of version 2, without %s',
  (without) => {
    test('keeps readable files from being emptied, and lets writable directories be', async () => {
      await using dir = await temporaryDirectory();
      const path = join(dir.path, 'program');
      const written = join(dir.path, 'written');
      await mkdir(written);
      await writeFile(path, PROGRAM, { mode: 0o755 });
      await writeFile(join(dir.path, 'kept'), 'kept');
      const by = await confinement(without);
      if (!by) throw new Error('there is no sandbox here');
      expect(named(by)).toMatchObject({
        landlock: 2,
        mounts: without !== 'namespaces',
        seccomp: without !== 'seccomp',
      });
      const privateDir = await privateDirectory();
      const child = await spawnGuarded({
        path,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
        privateDir,
        confined: {
          by,
          to: {
            read: [...SYSTEM_PATHS, ...READ_DEVICES, dir.path],
            write: [privateDir, written, ...WRITE_DEVICES],
            ports: [],
          },
        },
      });
      const said = await text(child.stdout);
      expect(await child.ended).toBe('exited with code 0');
      expect(JSON.parse(said)).toEqual({ done: [], read: 'kept' });
      expect(await readFile(join(dir.path, 'kept'), 'utf8')).toBe('kept');
      expect(await readFile(join(written, 'file'), 'utf8')).toBe('written');
    });
  },
);
