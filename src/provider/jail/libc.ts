import { address, errno, load } from 'koffi';
import { CALLS, numberOf, type CallName, type Machine } from './system-calls.ts';

/** A failed system call; `code` is the errno. */
export class SystemError extends Error {
  readonly code: number;

  constructor(call: string, code: number) {
    super(`${call} failed with errno ${code}`);
    this.name = 'SystemError';
    this.code = code;
  }
}

export type Libc = {
  /** Makes a system call. Buffers are passed as pointers. Throws `SystemError`. */
  call(name: CallName, ...args: readonly (number | Buffer | null)[]): number;
  setSignalToDefault(signal: number): void;
};

/** Opens the C library of this Node process. Throws where koffi has no build for this platform. */
export function openLibc(machine: Machine): Libc {
  const library = load(null);
  const six = ['uintptr_t', 'uintptr_t', 'uintptr_t', 'uintptr_t', 'uintptr_t', 'uintptr_t'];
  const syscall = library.func('syscall', 'long', ['long', ...six]);
  const signal = library.func('signal', 'uintptr_t', ['int', 'uintptr_t']);
  const word = (value: number | Buffer | null | undefined): number | bigint =>
    typeof value === 'number' ? BigInt.asUintN(64, BigInt(value)) : value ? address(value) : 0;
  return {
    call(name, ...args) {
      const number = numberOf(CALLS[name], machine) ?? -1;
      const result = Number(syscall(number, ...Array.from({ length: 6 }, (_, i) => word(args[i]))));
      if (result < 0) throw new SystemError(name, errno());
      return result;
    },
    setSignalToDefault: (number) => void signal(number, 0),
  };
}

/** A null-terminated text. */
export const cText = (text: string): Buffer => Buffer.from(`${text}\0`);
