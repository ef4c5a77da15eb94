/** Supported architectures, with the kernel's numbers for them in a seccomp filter (`AUDIT_ARCH_…`). */
export const MACHINES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

export type Machine = keyof typeof MACHINES;

/** The architecture of this machine; undefined where the sandbox does not support it. */
export const thisMachine = (): Machine | undefined =>
  process.arch === 'x64' || process.arch === 'arm64' ? process.arch : undefined;

type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/** The number of the last call that was reviewed; the filter reports later ones as nonexistent. */
export const LAST_KNOWN = 462;

/** Calls of the guard itself, and calls that are allowed or refused by their arguments. */
export const CALLS = {
  landlock_create_ruleset: [444, 444],
  landlock_add_rule: [445, 445],
  landlock_restrict_self: [446, 446],
  prctl: [157, 167],
  capset: [126, 91],
  seccomp: [317, 277],
  close_range: [436, 436],
  open: [2, undefined],
  openat: [257, 56],
  openat2: [437, 437],
  truncate: [76, 45],
  close: [3, 57],
  unshare: [272, 97],
  mount: [165, 40],
  mount_setattr: [442, 442],
  umount2: [166, 39],
  pivot_root: [155, 41],
  ioctl: [16, 29],
  fcntl: [72, 25],
  socket: [41, 198],
  socketpair: [53, 199],
  sendto: [44, 206],
  sendmsg: [46, 211],
  sendmmsg: [307, 269],
  clone: [56, 220],
  prlimit64: [302, 261],
  kill: [62, 129],
  tkill: [200, 130],
  tgkill: [234, 131],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
} as const satisfies Record<string, Numbers>;

export type CallName = keyof typeof CALLS;

/** Calls that no provider needs, by reason: each with its name and its numbers on x64 and arm64 (-: none). */
const CLOSED_TABLE = `
# Other processes
ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, kcmp 312 272, pidfd_open 434 434,
pidfd_getfd 438 438, pidfd_send_signal 424 424, process_madvise 440 440, process_mrelease 448 448,
migrate_pages 256 238, move_pages 279 239, get_robust_list 274 100
# Their standing
setpriority 141 140, sched_setaffinity 203 122, sched_setscheduler 144 119, sched_setparam 142 118,
sched_setattr 314 274, ioprio_set 251 30
# Leaving the process group, by which the whole tree is ended
setsid 112 157, setpgid 109 154
# Ways around the other checks
bpf 321 280, perf_event_open 298 241, userfaultfd 323 282, io_uring_setup 425 425, io_uring_enter 426 426,
io_uring_register 427 427, name_to_handle_at 303 264, open_by_handle_at 304 265, personality 135 92,
fanotify_init 300 262, fanotify_mark 301 263, lookup_dcookie 212 18
# Keys of the user
add_key 248 217, request_key 249 218, keyctl 250 219
# Namespaces and mounts
mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, fsopen 430 430, fsconfig 431 431,
fsmount 432 432, fspick 433 433, open_tree 428 428, move_mount 429 429, mount_setattr 442 442, unshare 272 97,
setns 308 268, statmount 457 457, listmount 458 458
# The machine
swapon 167 224, swapoff 168 225, quotactl 179 60, quotactl_fd 443 443, acct 163 89, init_module 175 105,
finit_module 313 273, delete_module 176 106, kexec_load 246 104, kexec_file_load 320 294, reboot 169 142,
syslog 103 116, vhangup 153 58, iopl 172 -, ioperm 173 -, modify_ldt 154 -, uselib 134 -, nfsservctl 180 42,
sethostname 170 161, setdomainname 171 162, settimeofday 164 170, clock_settime 227 112, clock_adjtime 305 266,
adjtimex 159 171
# What Landlock lets pass on any file
chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, lchown 94 -, fchown 93 55,
fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88, setxattr 188 5, lsetxattr 189 6,
fsetxattr 190 7, removexattr 197 14, lremovexattr 198 15, fremovexattr 199 16
# Memory and queues that others of the same user have
shmget 29 194, shmat 30 196, shmctl 31 195, shmdt 67 197, semget 64 190, semop 65 193, semctl 66 191,
semtimedop 220 192, msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180,
mq_unlink 241 181, mq_timedsend 242 182, mq_timedreceive 243 183, mq_notify 244 184, mq_getsetattr 245 185
`;

/** Throws for an unreadable entry, so that no provider starts unprotected. */
function closedCall(cell: string): Numbers {
  const [, x64, arm64] = /^\w+ (\d+|-) (\d+|-)$/.exec(cell) ?? [];
  if (x64 === undefined || arm64 === undefined) throw new Error(`This is not a system call with its numbers: ${cell}`);
  return [x64 === '-' ? undefined : Number(x64), arm64 === '-' ? undefined : Number(arm64)];
}

export const CLOSED: readonly Numbers[] = CLOSED_TABLE.replaceAll(/^#.*$/gm, ',')
  .split(',')
  .map((cell) => cell.trim())
  .filter((cell) => cell !== '')
  .map(closedCall);

/** A filter cannot read its flags. The C library and Go fall back to `clone` where the kernel lacks this call. */
export const CLONE3 = 435;

/** The number of a call on an architecture; undefined where it has none. */
export const numberOf = (numbers: Numbers, machine: Machine): number | undefined => numbers[machine === 'x64' ? 0 : 1];
