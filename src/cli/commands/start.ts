import { once } from 'node:events';
import { resolve } from 'node:path';
import { visible } from '../../base/visible.ts';
import { readConfig } from '../../server/config/config.ts';
import type { RunningServer } from '../../server/lifecycle.ts';
import { localUrl } from '../terminal/client.ts';
import { local, note } from '../terminal/command.ts';
import { shellWord, shortPath } from '../terminal/shell-words.ts';
import { onInterrupt } from '../terminal/signals.ts';

const LINGER_MS = 2000;

function greeting(server: RunningServer, quietLog: boolean, command: string): string {
  const { url, dataDir, database, operatorKeyFile, createdOperatorKey, githubApp } = server;
  const key = operatorKeyFile === undefined ? undefined : shortPath(operatorKeyFile);
  const bearer = key === undefined ? '$PLUMBLINE_ADMIN_KEY' : `$(cat ${shellWord(key)})`;
  return [
    `Plumbline listens on ${url}`,
    '',
    `Open ${url}/ in a browser. To sign in, get a link in another terminal in this directory (it works once):`,
    `  ${dashboardCommand(server, command)}`,
    '',
    `  data          ${shortPath(dataDir)}`,
    `  database      ${database === 'embedded' ? 'embedded (DATABASE_URL switches to Postgres)' : 'Postgres'}`,
    `  operator key  ${key === undefined ? 'from PLUMBLINE_ADMIN_KEY' : `${key}${createdOperatorKey ? ' (just made; readable by you alone)' : ''}`}`,
    `  GitHub App    ${githubApp ? 'configured (plumbline github check)' : 'none (plumbline github setup)'}`,
    `  API           ${url}/docs`,
    ...(quietLog ? ['  log           warnings and errors (PLUMBLINE_LOG_LEVEL=info for requests)'] : []),
    '',
    ...nextSteps(server, { command, bearer }),
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

/** The command for another terminal, which lacks this one's settings. */
function dashboardCommand({ url, dataDir }: RunningServer, command: string): string {
  const usual = readConfig({});
  const where = dataDir === resolve(usual.dataDir) ? '' : `PLUMBLINE_DATA_DIR=${shellWord(shortPath(dataDir))} `;
  return `${where}${command} dashboard${url === localUrl(usual) ? '' : ` --url ${url}`}`;
}

function nextSteps(
  { url, githubApp, organizations }: RunningServer,
  { command, bearer }: { command: string; bearer: string },
): string[] {
  if (githubApp)
    return [
      'Next: install the App on an account, which is an organization here from then on (`plumbline orgs list`).',
      `  ${githubApp.installUrl === undefined ? 'plumbline github check   # says where, while nobody has' : visible(githubApp.installUrl)}`,
    ];
  if (organizations > 0) return [];
  return [
    `Next: create an organization there, or here; then see \`${command} --help\`.`,
    `  curl -X POST ${url}/api/v1/orgs \\`,
    `    -H "Authorization: Bearer ${bearer}" \\`,
    `    -H 'Content-Type: application/json' -d '{"login": "acme"}'`,
  ];
}

/** `plumbline start`: the server, until a signal ends it. */
export const start = local({
  use: 'start',
  about: 'start the server',
  examples: [
    ['plumbline start', 'on http://127.0.0.1:8080, with an embedded database in ./data'],
    ['PORT=9000 PLUMBLINE_DATA_DIR=/var/lib/plumbline plumbline start', 'elsewhere'],
    ['DATABASE_URL=postgres://… plumbline start', 'with Postgres and pgvector'],
  ],
  more: 'All settings are environment variables; .env.example lists them.\n\nExit codes: 0 stopped by a signal, 1 it could not start.',
  async run(cli) {
    const { io } = cli;
    // JSON lines for every request are for log collectors, not for a person at a terminal.
    const quietLog = io.stdout.isTTY === true && !io.env.PLUMBLINE_LOG_LEVEL;
    const interruption = onInterrupt();
    try {
      // Loaded when needed: `--help` should not wait for a database driver.
      const { startServer } = await import('../../server/start.ts');
      const server = await startServer({ env: quietLog ? { ...io.env, PLUMBLINE_LOG_LEVEL: 'warn' } : io.env });
      note(cli, greeting(server, quietLog, io.command ?? 'plumbline'));
      if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
      note(cli, 'Stopping: requests and analyses in flight end first. A second Ctrl-C stops at once.');
      await server.stop();
    } finally {
      interruption.stop();
      // An open connection, to a database that does not answer, must not keep the process alive.
      setTimeout(() => process.exit(), LINGER_MS).unref();
    }
  },
});
