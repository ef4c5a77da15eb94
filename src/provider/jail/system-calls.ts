/** Machines that the sandbox knows, and what the kernel calls them in a seccomp filter (`AUDIT_ARCH_…`). */
export const MACHINES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

export type Machine = keyof typeof MACHINES;

/** The machine that this runs on, where the sandbox knows it. */
export const thisMachine = (): Machine | undefined =>
  process.arch === 'x64' || process.arch === 'arm64' ? process.arch : undefined;

type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/** The last call whose meaning was checked; the kernel says of later ones that they do not exist. */
export const LAST_KNOWN = 462;

/** Calls of the guard itself, and those whose arguments decide. */
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

/** What no provider needs, by why it is closed. */
export const CLOSED: readonly Numbers[] = [
  // Other processes: ptrace, process_vm_readv, process_vm_writev, kcmp, pidfd_open, pidfd_getfd, pidfd_send_signal,
  // process_madvise, process_mrelease, migrate_pages, move_pages, get_robust_list.
  [101, 117],
  [310, 270],
  [311, 271],
  [312, 272],
  [434, 434],
  [438, 438],
  [424, 424],
  [440, 440],
  [448, 448],
  [256, 238],
  [279, 239],
  [274, 100],
  // Their standing: setpriority, sched_setaffinity, sched_setscheduler, sched_setparam, sched_setattr, ioprio_set.
  [141, 140],
  [203, 122],
  [144, 119],
  [142, 118],
  [314, 274],
  [251, 30],
  // Leaving the process group, by which the whole tree is ended: setsid, setpgid.
  [112, 157],
  [109, 154],
  // Ways around the other checks: bpf, perf_event_open, userfaultfd, io_uring_setup, io_uring_enter, io_uring_register,
  // name_to_handle_at, open_by_handle_at, personality, fanotify_init, fanotify_mark, lookup_dcookie.
  [321, 280],
  [298, 241],
  [323, 282],
  [425, 425],
  [426, 426],
  [427, 427],
  [303, 264],
  [304, 265],
  [135, 92],
  [300, 262],
  [301, 263],
  [212, 18],
  // Keys of the user: add_key, request_key, keyctl.
  [248, 217],
  [249, 218],
  [250, 219],
  // Namespaces and mounts: mount, umount2, pivot_root, chroot, fsopen, fsconfig, fsmount, fspick, open_tree, move_mount,
  // mount_setattr, unshare, setns, statmount, listmount.
  [165, 40],
  [166, 39],
  [155, 41],
  [161, 51],
  [430, 430],
  [431, 431],
  [432, 432],
  [433, 433],
  [428, 428],
  [429, 429],
  [442, 442],
  [272, 97],
  [308, 268],
  [457, 457],
  [458, 458],
  // The machine: swapon, swapoff, quotactl, quotactl_fd, acct, init_module, finit_module, delete_module, kexec_load,
  // kexec_file_load, reboot, syslog, vhangup, iopl, ioperm, modify_ldt, uselib, nfsservctl, sethostname, setdomainname,
  // settimeofday, clock_settime, clock_adjtime, adjtimex.
  [167, 224],
  [168, 225],
  [179, 60],
  [443, 443],
  [163, 89],
  [175, 105],
  [313, 273],
  [176, 106],
  [246, 104],
  [320, 294],
  [169, 142],
  [103, 116],
  [153, 58],
  [172, undefined],
  [173, undefined],
  [154, undefined],
  [134, undefined],
  [180, 42],
  [170, 161],
  [171, 162],
  [164, 170],
  [227, 112],
  [305, 266],
  [159, 171],
  // What Landlock lets pass on any file: chmod, fchmod, fchmodat, fchmodat2, chown, lchown, fchown, fchownat, utime,
  // utimes, futimesat, utimensat, setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr.
  [90, undefined],
  [91, 52],
  [268, 53],
  [452, 452],
  [92, undefined],
  [94, undefined],
  [93, 55],
  [260, 54],
  [132, undefined],
  [235, undefined],
  [261, undefined],
  [280, 88],
  [188, 5],
  [189, 6],
  [190, 7],
  [197, 14],
  [198, 15],
  [199, 16],
  // Memory and queues that others of the same user have: shmget, shmat, shmctl, shmdt, semget, semop, semctl,
  // semtimedop, msgget, msgsnd, msgrcv, msgctl, mq_open, mq_unlink, mq_timedsend, mq_timedreceive, mq_notify, mq_getsetattr.
  [29, 194],
  [30, 196],
  [31, 195],
  [67, 197],
  [64, 190],
  [65, 193],
  [66, 191],
  [220, 192],
  [68, 186],
  [69, 189],
  [70, 188],
  [71, 187],
  [240, 180],
  [241, 181],
  [242, 182],
  [243, 183],
  [244, 184],
  [245, 185],
];

/** Its flags cannot be read by a filter; the C library and Go take `clone` where the kernel knows no other. */
export const CLONE3 = 435;

/** The number of a call on a machine, where it has it. */
export const numberOf = (numbers: Numbers, machine: Machine): number | undefined => numbers[machine === 'x64' ? 0 : 1];
