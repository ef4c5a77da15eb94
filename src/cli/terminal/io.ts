import type { Env } from '../../server/config/config.ts';

/** A destination of text: a terminal, a pipe, a file, or a test's array. */
export type Out = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** Input and output of the command line. `process` fits this type. */
export type Io = {
  argv: string[];
  env: Env;
  stdin?: AsyncIterable<Uint8Array | string>;
  stdout: Out;
  stderr: Out;
  /** How a person in this directory would type the command; default: `plumbline`. */
  command?: string;
};

export async function readBytes({ stdin }: Io): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stdin ?? []) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Reads stdin, for secrets: other users of the machine and the shell's history see a command line. */
export const readStdin = async (io: Io): Promise<string> => (await readBytes(io)).toString('utf8').trim();

/** The width of text where there is no terminal. */
const PIPE_WIDTH = 120;
const NARROWEST = 40;

/** The width of text in columns. */
export function widthOf(out: Out): number {
  return Math.max(NARROWEST, out.columns ?? PIPE_WIDTH);
}

/** The width that a table must fit into; undefined where a program may read it. */
export function roomOf(out: Out): number | undefined {
  return out.isTTY === true ? widthOf(out) : undefined;
}

/** Whether to use colours: on a terminal, unless NO_COLOR is set; anywhere with FORCE_COLOR. */
export function wantsColor(out: Out, env: Env): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return out.isTTY === true && env.TERM !== 'dumb';
}

/** Writes a text, and a line break if it lacks one. */
export function print(out: Out, text: string): void {
  out.write(text.endsWith('\n') ? text : `${text}\n`);
}
