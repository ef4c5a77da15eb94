import type { Layers, SandboxLevel } from './types.ts';

const SCOPES_ABI = 6;
const TCP_ABI = 4;
const TRUNCATE_ABI = 3;

/** The gaps of the layers, as sentences for the operator. */
function missingOf({ landlock, seccomp, mounts, network }: Layers): { weakens: string[]; remains: string[] } {
  const weakens: string[] = [];
  const remains: string[] = [];
  if (landlock === 0) weakens.push('Files are not protected: the kernel has no Landlock.');
  else if (landlock < TRUNCATE_ABI)
    weakens.push(
      'Landlock does not keep files that may be read from being emptied: it is older than version 3 (Linux 6.2).',
    );
  if (landlock < TCP_ABI && !network)
    weakens.push('Any TCP address can be reached: the kernel’s Landlock is older than version 4 (Linux 6.7).');
  if (!seccomp) weakens.push('System calls are not restricted: the kernel has no seccomp filters.');
  if (landlock < SCOPES_ABI && !seccomp)
    weakens.push('Other processes can be signalled: the kernel’s Landlock is older than version 6 (Linux 6.12).');
  if (landlock < SCOPES_ABI && !network)
    remains.push('Abstract unix sockets can be reached: the kernel’s Landlock is older than version 6 (Linux 6.12).');
  if (!mounts)
    remains.push(
      'Unix sockets that this user may open can be reached by their paths: namespaces are not allowed here.',
    );
  if (!network)
    remains.push(
      'Other machines can be reached at the port number of the way out, and a free port can be listened on: namespaces are not allowed here.',
    );
  return { weakens, remains };
}

/**
 * The level of confinement by these layers; undefined: there are none.
 * @param open directories with secrets that lie in paths which every program may read
 */
export function levelOf(layers: Layers | 'off' | undefined, open: readonly string[] = []): SandboxLevel {
  if (layers === 'off') return { level: 'off', missing: ['Providers run as this user: PLUMBLINE_SANDBOX is off.'] };
  if (layers === undefined)
    return { level: 'none', missing: ['Providers run as this user: this system has neither Landlock nor seccomp.'] };
  const { weakens, remains } = missingOf(layers);
  for (const path of open)
    weakens.push(`${path} can be read: it lies in a directory of the system, which every provider may read. Move it.`);
  return { level: weakens.length > 0 ? 'partial' : 'full', missing: [...weakens, ...remains] };
}
