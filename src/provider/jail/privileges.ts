import { address } from 'koffi';
import type { Libc } from './libc.ts';
import { seccompFilter, type FilterOptions } from './seccomp.ts';

const PRCTL = {
  noNewPrivileges: 38,
  dropFromBoundingSet: 24,
  setSecureBits: 28,
  ambient: 47,
  setSeccomp: 22,
} as const;
const IS_AVAILABLE = 2;
const CLEAR_AMBIENT = 4;
const FILTER = 2;
/** Root has no special rights, a change of user gives none, and neither setting can be changed again. */
const NO_ROOT = 0x2f & ~0x10;
const LAST_CAPABILITY = 63;

const attempt = (action: () => void): void => {
  try {
    action();
  } catch {
    // The capability does not exist, or is not ours to drop.
  }
};

/** Drops every capability for good, also those that root has by being root. */
export function dropCapabilities(libc: Libc): void {
  const prctl = (...args: number[]): number =>
    libc.call('prctl', ...args, ...Array.from({ length: 5 - args.length }, () => 0));
  for (let one = 0; one <= LAST_CAPABILITY; one++) attempt(() => prctl(PRCTL.dropFromBoundingSet, one));
  attempt(() => prctl(PRCTL.ambient, CLEAR_AMBIENT));
  attempt(() => prctl(PRCTL.setSecureBits, NO_ROOT));
  const header = Buffer.alloc(8);
  header.writeUInt32LE(0x20080522, 0);
  libc.call('capset', header, Buffer.alloc(24));
}

/** From here on, no program gains more rights than this process has: Landlock and seccomp require it. */
export function forbidNewPrivileges(libc: Libc): void {
  libc.call('prctl', PRCTL.noNewPrivileges, 1, 0, 0, 0);
}

/** Installs `seccompFilter` for this thread and the program that it becomes. Throws `SystemError`. */
export function closeCalls(libc: Libc, options: FilterOptions): void {
  const { program, length } = seccompFilter(options);
  const header = Buffer.alloc(16);
  header.writeUInt16LE(length, 0);
  header.writeBigUInt64LE(address(program), 8);
  libc.call('prctl', PRCTL.setSeccomp, FILTER, header, 0, 0);
}

/** True where the kernel supports seccomp filters. */
export function hasSeccomp(libc: Libc): boolean {
  const action = Buffer.alloc(4);
  action.writeUInt32LE(0x00050000);
  try {
    return libc.call('seccomp', IS_AVAILABLE, 0, action) === 0;
  } catch {
    return false;
  }
}
