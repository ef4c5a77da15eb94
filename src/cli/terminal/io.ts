import type { Env } from '../../server/config/config.ts';

/** Where text goes: a terminal, a pipe, a file, or a test's array. */
export type Out = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** The environment of the command line. `process` fits it. */
export type Io = {
  argv: string[];
  env: Env;
  stdin?: AsyncIterable<Uint8Array | string>;
  stdout: Out;
  stderr: Out;
  /** The command as a person in this directory would type it; `plumbline` where that is unknown. */
  command?: string;
};

/** Reads stdin to its end. */
export async function readBytes({ stdin }: Io): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stdin ?? []) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Reads stdin, for secrets: other users of the machine and the shell's history see a command line. */
export const readStdin = async (io: Io): Promise<string> => (await readBytes(io)).toString('utf8').trim();

/** Width that text is laid out for where there is no terminal to ask. */
const PIPE_WIDTH = 120;
const NARROWEST = 40;

/** Columns to lay text out for. */
export function widthOf(out: Out): number {
  return Math.max(NARROWEST, out.columns ?? PIPE_WIDTH);
}

/** The columns that a table has to fit into; undefined where it is not for eyes alone. */
export function roomOf(out: Out): number | undefined {
  return out.isTTY === true ? widthOf(out) : undefined;
}

/** True where colours are wanted: on a terminal, unless NO_COLOR says no; FORCE_COLOR says yes anywhere. */
export function wantsColor(out: Out, env: Env): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return out.isTTY === true && env.TERM !== 'dumb';
}

/** Writes a text as whole lines. */
export function print(out: Out, text: string): void {
  out.write(text.endsWith('\n') ? text : `${text}\n`);
}
