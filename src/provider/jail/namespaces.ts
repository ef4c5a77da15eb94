import { existsSync, lstatSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Allowed } from './landlock.ts';
import { cText, type Libc } from './libc.ts';

const [NEW_MOUNTS, NEW_NETWORK] = [0x00020000, 0x40000000];
const [PRIVATE, RECURSIVE, BIND, NOSUID, NODEV, NOEXEC] = [1 << 18, 1 << 14, 1 << 12, 2, 4, 8];
const DETACH = 2;
const [AT_FDCWD, AT_RECURSIVE, READ_ONLY] = [-100, 0x8000, 1n];
const [STREAM_CLOEXEC, INET] = [1 | 0x80000, 2];
const SET_INTERFACE_FLAGS = 0x8914;
const UP_AND_RUNNING = 0x1 | 0x40;

/** Leaves the machine's mount and network namespaces. Throws `SystemError` where that is not allowed. */
export function leaveNamespaces(libc: Libc): void {
  libc.call('unshare', NEW_MOUNTS | NEW_NETWORK);
}

/** Brings up the loopback interface, the only one of a new network namespace. */
export function openLoopback(libc: Libc): void {
  const socket = libc.call('socket', INET, STREAM_CLOEXEC, 0);
  const request = Buffer.alloc(40);
  request.write('lo');
  request.writeInt16LE(UP_AND_RUNNING, 16);
  libc.call('ioctl', socket, SET_INTERFACE_FLAGS, request);
  libc.call('close', socket);
}

function exists(path: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false }) !== undefined && statSync(path, { throwIfNoEntry: false }) !== undefined
  );
}

/** Makes the mount at a path, and the mounts below it, read-only; their other attributes stay. */
function closeForWriting(libc: Libc, target: string): void {
  const attributes = Buffer.alloc(32);
  attributes.writeBigUInt64LE(READ_ONLY, 0);
  libc.call('mount_setattr', AT_FDCWD, cText(target), AT_RECURSIVE, attributes, attributes.length);
}

const isBelow = (path: string, directories: readonly string[]): boolean =>
  directories.some((one) => path === one || path.startsWith(`${one}/`));

/**
 * Replaces the file tree by one with only the allowed paths, read-only where writing is not allowed. Landlock decides
 * on all other rights. Throws `SystemError`.
 */
export function replaceTree(libc: Libc, { read, write }: Pick<Allowed, 'read' | 'write'>): void {
  const mount = (source: string, target: string, type: string, flags: number, data = ''): void =>
    void libc.call('mount', cText(source), cText(target), cText(type), flags, cText(data));
  mount('none', '/', '', PRIVATE | RECURSIVE);
  // Any directory would do: it is only covered for a moment, and is not part of the new tree.
  const root = '/proc';
  mount('plumbline', root, 'tmpfs', NOSUID | NODEV | NOEXEC, 'mode=755,size=1m');
  const readable: string[] = [];
  const writable: string[] = [];
  for (const path of [...new Set([...read, ...write])].sort()) {
    const writes = write.includes(path);
    if (!exists(path) || isBelow(path, writable) || (!writes && isBelow(path, readable))) continue;
    const target = join(root, path);
    const real = realpathSync(path);
    // A path inside one that is mounted already needs no mount.
    if (!existsSync(target)) {
      mkdirSync(dirname(target), { recursive: true });
      if (statSync(real).isDirectory()) mkdirSync(target);
      else writeFileSync(target, '');
    }
    mount(real, target, '', BIND | RECURSIVE);
    (writes ? writable : readable).push(path);
    if (!writes) closeForWriting(libc, target);
  }
  process.chdir(root);
  libc.call('pivot_root', cText('.'), cText('.'));
  libc.call('umount2', cText('.'), DETACH);
  process.chdir('/');
}
