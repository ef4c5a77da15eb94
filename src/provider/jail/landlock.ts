import { cText, SystemError, type Libc } from './libc.ts';

/** The paths and ports that a program may use; all others are closed. */
export type Allowed = {
  /** Files, and whole directories, that it may read and execute. */
  read: readonly string[];
  /** Directories with full access, and devices that it may write to. */
  write: readonly string[];
  /** TCP ports that it may connect to. */
  ports: readonly number[];
};

const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const MAKE_DEVICES = (1n << 6n) | (1n << 11n);
const TRUNCATE = 1n << 14n;
const IOCTL_DEVICE = 1n << 15n;
const ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE;

const RULE = { path: 1, port: 2 } as const;
const NET = { bind: 1n, connect: 2n } as const;
const SCOPES = { abstractUnix: 1n, signal: 2n } as const;

function fileRights(abi: number): bigint {
  const bits = abi === 1 ? 13n : abi === 2 ? 14n : abi < 5 ? 15n : 16n;
  return (1n << bits) - 1n;
}

/** The kernel's version of Landlock; 0 without it. */
export function landlockAbi(libc: Libc): number {
  try {
    return libc.call('landlock_create_ruleset', null, 0, 1);
  } catch {
    return 0;
  }
}

const O_PATH_CLOEXEC = 0x200000 | 0x80000;
const AT_FDCWD = -100;
const ENOENT = 2;
/** The error where a right for directories is given to a file. */
const EINVAL = 22;

/** Confines this thread and its program to `allowed`, as far as `abi` supports it. Throws `SystemError`. */
export function restrictByLandlock(libc: Libc, abi: number, allowed: Allowed): void {
  const all = fileRights(abi);
  const ruleset = Buffer.alloc(24);
  ruleset.writeBigUInt64LE(all, 0);
  if (abi >= 4) ruleset.writeBigUInt64LE(NET.bind | NET.connect, 8);
  if (abi >= 6) ruleset.writeBigUInt64LE(SCOPES.abstractUnix | SCOPES.signal, 16);
  const size = abi < 4 ? 8 : abi < 6 ? 16 : 24;
  const fd = libc.call('landlock_create_ruleset', ruleset, size, 0);

  const beneath = (at: number, rights: bigint): void => {
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(rights & all, 0);
    rule.writeInt32LE(at, 8);
    libc.call('landlock_add_rule', fd, RULE.path, rule, 0);
  };
  const allow = (path: string, rights: bigint): void => {
    let at: number;
    try {
      at = libc.call('openat', AT_FDCWD, cText(path), O_PATH_CLOEXEC, 0);
    } catch (error) {
      if (error instanceof SystemError && error.code === ENOENT) return;
      throw error;
    }
    try {
      beneath(at, rights);
    } catch (error) {
      if (!(error instanceof SystemError) || error.code !== EINVAL) throw error;
      beneath(at, rights & ON_FILES);
    } finally {
      libc.call('close', at);
    }
  };
  for (const path of allowed.read) allow(path, EXECUTE | READ_FILE | READ_DIR);
  for (const path of allowed.write) allow(path, all & ~MAKE_DEVICES);
  if (abi >= 4)
    for (const port of allowed.ports) {
      const rule = Buffer.alloc(16);
      rule.writeBigUInt64LE(NET.connect, 0);
      rule.writeBigUInt64LE(BigInt(port), 8);
      libc.call('landlock_add_rule', fd, RULE.port, rule, 0);
    }
  libc.call('landlock_restrict_self', fd, 0);
  libc.call('close', fd);
}
