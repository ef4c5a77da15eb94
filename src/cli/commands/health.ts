import type { Command } from 'commander';
import { readConfig } from '../../server/config.ts';
import { withExamples, type Cli } from '../terminal/command.ts';
import { CliError, localUrl } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';

/** Below what container runtimes allow a check to take. */
const DEADLINE_MS = 2_500;

/** `plumbline health`: whether the server on this machine answers, for a container's health check. */
export function registerHealth(program: Command, cli: Cli): void {
  const health = program
    .command('health')
    .description('ask the server on this machine whether it lives; for health checks')
    .option(
      '--url <address>',
      'address of the server (default: HOST and PORT; not PLUMBLINE_URL, which may be another machine)',
    )
    .action(async ({ url = localUrl(readConfig(cli.io.env)) }: { url?: string }) => {
      const asked = `${url.replace(/\/+$/, '')}/api/v1/health`;
      const answer = await fetch(asked, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch((error: unknown) => {
        throw new CliError(`${asked} does not answer`, { cause: error });
      });
      const text = await answer.text();
      if (!answer.ok) throw new CliError(`${asked} answered ${answer.status}`);
      print(cli.io.stdout, text);
    });
  withExamples(health, [['plumbline health', 'exit code 0 when it lives, 1 when it does not']]);
}
