import { run } from '../src/cli/main.ts';
import type { TestApi } from './api.ts';

/**
 * Starts the API, and returns a function that runs commands against it in this process: with a key, on a terminal with
 * a number of columns or in a pipe.
 */
export async function commandsAt(api: TestApi) {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return async (key: string, argv: readonly string[], terminal?: number) => {
    const said = { out: '', err: '' };
    const tty = terminal === undefined ? {} : { isTTY: true, columns: terminal };
    const code = await run({
      argv: [...argv],
      env: { PLUMBLINE_URL: url, PLUMBLINE_API_KEY: key },
      stdout: { ...tty, write: (text: string) => (said.out += text) },
      stderr: { write: (text: string) => (said.err += text) },
    });
    return { code, ...said };
  };
}

/** Runs a command, see `commandsAt`. */
export type RunCommand = Awaited<ReturnType<typeof commandsAt>>;
