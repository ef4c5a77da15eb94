import { readConfig } from '../../server/config/config.ts';
import { CliError, localUrl } from '../terminal/client.ts';
import { local, say } from '../terminal/command.ts';
import { value } from '../terminal/options.ts';

/** Shorter than the time limit of health checks in container runtimes. */
const DEADLINE_MS = 2_500;

export const health = local({
  use: 'health',
  about: 'check that the local server is healthy',
  options: [
    value(
      '--url <address>',
      'address of the server (default: HOST and PORT; not PLUMBLINE_URL, which may be another machine)',
    ),
  ],
  examples: [['plumbline health', 'exit code 0 when it is healthy, 1 when it is not']],
  async run(cli, _, { url = localUrl(readConfig(cli.io.env)) }) {
    const healthUrl = `${url.replace(/\/+$/, '')}/api/v1/health`;
    const answer = await fetch(healthUrl, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch((error: unknown) => {
      throw new CliError(`${healthUrl} does not answer`, { cause: error });
    });
    const text = await answer.text();
    if (!answer.ok) throw new CliError(`${healthUrl} answered ${answer.status}`);
    say(cli, text);
  },
});
