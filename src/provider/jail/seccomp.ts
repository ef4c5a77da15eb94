import { CALLS, CLONE3, CLOSED, LAST_KNOWN, MACHINES, numberOf, type CallName, type Machine } from './system-calls.ts';

/** An instruction of a classic BPF program: code, jumps where the condition holds and where not, operand. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number];

const [LOAD, AND, EQUAL, GREATER, ANY_BIT, ANSWER] = [0x20, 0x54, 0x15, 0x25, 0x45, 0x06];

const answer = (value: number): Instruction => [ANSWER, 0, 0, value];
const ALLOW = answer(0x7fff0000);
const KILL = answer(0x80000000);
const failing = (errno: number): Instruction => answer(0x00050000 | errno);
const NOT_PERMITTED = failing(1);
const NO_SUCH_CALL = failing(38);

/** The lower half of an argument: the kernel reads no more for an int. */
const argument = (i: number): Instruction => [LOAD, 0, 0, 16 + 8 * i];

/** Applies `body` to one system call only; it has to end with an answer. */
function onCall(number: number | undefined, body: readonly Instruction[]): Instruction[] {
  return number === undefined ? [] : [[EQUAL, 0, body.length, number], ...body];
}

const refuseBits = (argumentIndex: number, bits: number): Instruction[] => [
  argument(argumentIndex),
  [ANY_BIT, 0, 1, bits],
  NOT_PERMITTED,
  ALLOW,
];

const allowOnly = (argumentIndex: number, values: readonly number[]): Instruction[] => [
  argument(argumentIndex),
  ...values.flatMap((value): Instruction[] => [[EQUAL, 0, 1, value], ALLOW]),
  NOT_PERMITTED,
];

const refuseValues = (argumentIndex: number, values: readonly number[]): Instruction[] => [
  argument(argumentIndex),
  ...values.flatMap((value): Instruction[] => [[EQUAL, 0, 1, value], NOT_PERMITTED]),
  ALLOW,
];

const [UNIX, INET, INET6, STREAM, SEQPACKET, TCP] = [1, 2, 10, 1, 5, 6];

/**
 * TCP and unix stream sockets; no UDP, raw, packet, netlink, nor protocols that Landlock ignores (MPTCP, SMC, SCTP).
 */
const SOCKET: readonly Instruction[] = [
  argument(1),
  [AND, 0, 0, 0xf],
  [EQUAL, 1, 0, STREAM],
  NOT_PERMITTED,
  argument(0),
  [EQUAL, 0, 1, UNIX],
  ALLOW,
  [EQUAL, 2, 0, INET],
  [EQUAL, 1, 0, INET6],
  NOT_PERMITTED,
  ...allowOnly(2, [0, TCP]),
];

const SOCKETPAIR: readonly Instruction[] = [
  argument(0),
  [EQUAL, 1, 0, UNIX],
  NOT_PERMITTED,
  argument(1),
  [AND, 0, 0, 0xf],
  [EQUAL, 1, 0, STREAM],
  [EQUAL, 0, 1, SEQPACKET],
  ALLOW,
  NOT_PERMITTED,
];

/** This flag connects without `connect`, and so bypasses Landlock. */
const MSG_FASTOPEN = 0x20000000;
/** `CLONE_NEW…`, and `CLONE_PARENT`: the new process would be Plumbline's child, which does not wait for it. */
const CLONE_REFUSED = 0x7e020000 | 0x8000;
/**
 * These direct kernel signals (`F_SETOWN`, `F_SETOWN_EX`; `FIOSETOWN`, `SIOCSPGRP`) or type at a terminal (`TIOCSTI`).
 */
const FCNTL_REFUSED = [8, 15];
const IOCTL_REFUSED = [0x8901, 0x8902, 0x5412];

/** Refuses `O_TRUNC` without write access or with access mode 3, which an older Landlock does not check. */
const emptying = (argumentIndex: number): Instruction[] => [
  argument(argumentIndex),
  [AND, 0, 0, 0x203],
  [EQUAL, 0, 1, 0x200],
  NOT_PERMITTED,
  [EQUAL, 0, 1, 0x203],
  NOT_PERMITTED,
  ALLOW,
];

export type FilterOptions = {
  machine: Machine;
  /** The only process that may be signalled: the program itself. Undefined where Landlock restricts signals. */
  signals: number | undefined;
  /** True where Landlock prevents truncation; otherwise the filter allows it only by opening a file for writing. */
  keepsContent: boolean;
};

function instructions({ machine, signals, keepsContent }: FilterOptions): Instruction[] {
  const on = (name: CallName, body: readonly Instruction[]): Instruction[] =>
    onCall(numberOf(CALLS[name], machine), body);
  const own = signals === undefined ? undefined : allowOnly(0, [signals]);
  return [
    [LOAD, 0, 0, 4],
    [EQUAL, 1, 0, MACHINES[machine]],
    KILL,
    [LOAD, 0, 0, 0],
    // This also refuses x86-64's second set of numbers (x32).
    [GREATER, 0, 1, LAST_KNOWN],
    NO_SUCH_CALL,
    ...onCall(CLONE3, [NO_SUCH_CALL]),
    ...CLOSED.flatMap((numbers) => onCall(numberOf(numbers, machine), [NOT_PERMITTED])),
    ...on('socket', SOCKET),
    ...on('socketpair', SOCKETPAIR),
    ...on('clone', refuseBits(0, CLONE_REFUSED)),
    ...on('sendto', refuseBits(3, MSG_FASTOPEN)),
    ...on('sendmsg', refuseBits(2, MSG_FASTOPEN)),
    ...on('sendmmsg', refuseBits(3, MSG_FASTOPEN)),
    ...on('fcntl', refuseValues(1, FCNTL_REFUSED)),
    ...on('ioctl', refuseValues(1, IOCTL_REFUSED)),
    ...on('prlimit64', allowOnly(0, [0])),
    ...(keepsContent
      ? []
      : [
          ...on('truncate', [NOT_PERMITTED]),
          // A filter cannot read its flags; the C library and Go do not need the call.
          ...on('openat2', [NO_SUCH_CALL]),
          ...on('open', emptying(1)),
          ...on('openat', emptying(2)),
        ]),
    ...(own
      ? [
          ...on('kill', own),
          ...on('tgkill', own),
          ...on('tkill', own),
          ...on('rt_sigqueueinfo', own),
          ...on('rt_tgsigqueueinfo', own),
        ]
      : []),
    ALLOW,
  ];
}

/**
 * A system call filter in the kernel's format: `struct sock_filter[]`. Closed calls fail with EPERM. A call of another
 * architecture (32 bit) kills the process.
 */
export function seccompFilter(options: FilterOptions): { program: Buffer; length: number } {
  const all = instructions(options);
  const program = Buffer.alloc(all.length * 8);
  for (const [i, [code, jumpTrue, jumpFalse, operand]] of all.entries()) {
    program.writeUInt16LE(code, i * 8);
    program.writeUInt8(jumpTrue, i * 8 + 2);
    program.writeUInt8(jumpFalse, i * 8 + 3);
    program.writeUInt32LE(operand >>> 0, i * 8 + 4);
  }
  return { program, length: all.length };
}
