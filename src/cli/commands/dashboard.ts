import type { Command } from 'commander';
import { visible } from '../../base/visible.ts';
import { printJson, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { createClient, type Client } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';

/** A link that signs in to the dashboard once, as whoever the client's key belongs to. */
export const linkTo = (client: Client) => client.post<{ url: string; expires_at: string }>('/session/links', {});

/** `plumbline dashboard`: a way in without handing out a key. */
export function registerDashboard(program: Command, cli: Cli): void {
  const dashboard = program
    .command('dashboard')
    .description('print a link that signs in to the dashboard: once, within 5 minutes, with what the key may do')
    .action(async (options: WithClient) => {
      const link = await linkTo(createClient(cli.io.env, options));
      if (options.json) return printJson(cli, link);
      print(cli.io.stdout, visible(link.url));
      print(cli.io.stderr, 'Open it in a browser within 5 minutes. It works once, for whoever opens it first.');
    });
  withJson(withClientOptions(dashboard));
  withExamples(dashboard, [
    ['plumbline dashboard', 'as the operator, with the key in the data directory of this machine'],
    ['plumbline dashboard --key plk_…', 'as the holder of a key, who sees its organization'],
    ['xdg-open "$(plumbline dashboard)"', 'straight into the browser'],
  ]);
}
