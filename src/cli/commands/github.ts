import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../../server/config.ts';
import { formed, printJson, wholeNumber, withExamples, withJson, type Cli } from '../terminal/command.ts';
import { CliError } from '../terminal/client.ts';
import { showAppCheck } from '../report/app-check.ts';
import { print } from '../terminal/io.ts';
import { onInterrupt } from '../terminal/signals.ts';
import { visible } from '../../base/visible.ts';

type SetupOptions = {
  org?: string;
  name: string;
  publicUrl?: string;
  public?: boolean;
  driftIssues?: boolean;
  port: number;
  replace?: boolean;
  json?: boolean;
};

/** `plumbline github setup | check | show`: on the machine that the server runs on, with its settings. */
export function registerGithub(program: Command, cli: Cli): void {
  const github = program.command('github').description('the GitHub App that this server is');
  registerSetup(github, cli);
  registerCheck(github, cli);
  registerShow(github, cli);
}

function registerSetup(github: Command, cli: Cli): void {
  const { env, stderr, stdout } = cli.io;
  const setup = github
    .command('setup')
    .description('create the App on GitHub, in a browser, and store its credentials')
    .option(
      '--org <login>',
      'the organization that it is to belong to (default: the person who is signed in)',
      formed(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/, 'the login of an organization: acme'),
    )
    .option(
      '--name <name>',
      'its name, which nobody else on GitHub has',
      formed(/^.{1,34}$/, 'up to 34 characters'),
      'Plumbline',
    )
    .option(
      '--public-url <address>',
      'where GitHub reaches this server (default: PLUMBLINE_PUBLIC_URL)',
      formed(/^https?:\/\/\S+$/, 'an address: https://plumbline.example.com'),
    )
    .option('--public', 'let other accounts install it too')
    .option('--drift-issues', 'let it write issues about drift')
    .option('--port <n>', 'port of the page on 127.0.0.1; 0 takes a free one', wholeNumber(0, 65535), 0)
    .option('--replace', 'replace the App that is stored already')
    .action(async (options: SetupOptions) => {
      const interruption = onInterrupt();
      try {
        const { setUpApp } = await import('../../server/app-setup.ts');
        const app = await setUpApp({
          env,
          organization: options.org,
          name: options.name,
          publicUrl: options.publicUrl,
          isPublic: options.public ?? false,
          driftIssues: options.driftIssues ?? false,
          port: options.port,
          replace: options.replace ?? false,
          signal: interruption.signal,
          onReady: ({ url, webhookUrl }) => print(stderr, invitation(url, webhookUrl)),
        });
        if (options.json) return printJson(cli, app);
        print(stdout, `GitHub App ${visible(app.name)} (${app.app_id}), stored in ${app.file}`);
        print(stderr, nextSteps(app.app_id, visible(app.client_id ?? ''), visible(app.install_url)));
      } finally {
        interruption.stop();
      }
    });
  withJson(setup);
  withExamples(
    setup,
    [
      ['plumbline github setup --org acme', 'an App of that organization, for its repositories alone'],
      ['plumbline github setup --org acme --public --drift-issues', 'for others too, and with issues about drift'],
      [
        'ssh -L 8123:127.0.0.1:8123 host plumbline github setup --port 8123',
        'on another machine, with the browser here',
      ],
    ],
    'The key and the secrets are stored in the data directory, readable by you\nalone, and not printed. GITHUB_API_URL leads to another GitHub than github.com.',
  );
}

function invitation(url: string, webhookUrl: string): string {
  const { protocol, hostname } = new URL(webhookUrl);
  const near = /^(?:localhost|127\.|10\.|192\.168\.|\[)/.test(hostname);
  return [
    `Open this in a browser on this machine:`,
    `  ${url}`,
    '',
    `GitHub will deliver to ${webhookUrl}`,
    ...(near ? ['  That is an address that github.com cannot reach: is PLUMBLINE_PUBLIC_URL right?'] : []),
    ...(protocol === 'http:' && !near
      ? ['  Deliveries are signed, but everybody on the way can read them: use https.']
      : []),
    '',
    'Waiting for the browser to come back; Ctrl-C gives up.',
  ].join('\n');
}

function nextSteps(id: number, clientId: string, installUrl: string): string {
  return [
    '',
    'Next:',
    '  1. start the server anew: it reads the App from its data directory',
    `  2. install the App: ${installUrl}`,
    '  3. plumbline github check',
    '',
    'Several instances, or no data directory that lasts? Give all of them these instead:',
    `  GITHUB_APP_ID=${id}`,
    '  GITHUB_APP_PRIVATE_KEY_FILE  a file with what "plumbline github show --private-key" prints',
    '  GITHUB_WEBHOOK_SECRET        what "plumbline github show --webhook-secret" prints',
    `  GITHUB_CLIENT_ID=${clientId}`,
    '  GITHUB_CLIENT_SECRET         what "plumbline github show --client-secret" prints',
  ].join('\n');
}

function registerCheck(github: Command, cli: Cli): void {
  const check = github
    .command('check')
    .description('ask GitHub what the App may do, and what it lacks')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(cli.io.env);
      const { configuredApp } = await import('../../server/compose-github.ts');
      const configured = configuredApp(config, resolve(config.dataDir));
      if (!configured)
        throw new CliError('There is no GitHub App: create one with "plumbline github setup", or set GITHUB_APP_ID.');
      const { checkApp } = await import('../../services/codehosts/check-app.ts');
      const found = { source: configured.source, api_url: configured.apiUrl, ...(await checkApp(configured.app)) };
      if (json) printJson(cli, found);
      else print(cli.io.stdout, showAppCheck(found));
      if (!found.ok) cli.exit(1);
    });
  withJson(check);
  withExamples(
    check,
    [['plumbline github check', 'the App, its installations, its deliveries of the last hour']],
    'Exit codes: 0 nothing lacks but what is optional, 1 something does.',
  );
}

function registerShow(github: Command, cli: Cli): void {
  const show = github
    .command('show')
    .description('show what setup has stored; the secrets of it only when asked')
    .option('--private-key', 'print the private key')
    .option('--webhook-secret', 'print the webhook secret')
    .option('--client-secret', 'print the client secret, with which people sign in')
    .action(
      async ({
        privateKey,
        webhookSecret,
        clientSecret,
        json,
      }: {
        privateKey?: boolean;
        webhookSecret?: boolean;
        clientSecret?: boolean;
        json?: boolean;
      }) => {
        const { readStoredApp, storedAppFile } = await import('../../server/stored-app.ts');
        const dataDir = resolve(readConfig(cli.io.env).dataDir);
        const app = readStoredApp(dataDir);
        if (!app)
          throw new CliError(
            `There is no GitHub App in ${storedAppFile(dataDir)}; "plumbline github setup" creates one.`,
          );
        const asked = [
          privateKey && app.private_key,
          webhookSecret && app.webhook_secret,
          clientSecret && (app.client_secret ?? ''),
        ];
        const [secret, another] = asked.filter((one) => typeof one === 'string');
        if (another !== undefined) throw new CliError('One secret at a time.');
        if (secret === '') throw new CliError('There is no client secret: make one in the App’s settings on GitHub.');
        if (secret !== undefined) return print(cli.io.stdout, secret);
        const { private_key: _key, webhook_secret: _secret, client_secret: _client, ...shown } = app;
        const told = { ...shown, file: storedAppFile(dataDir) };
        if (json) return printJson(cli, told);
        print(
          cli.io.stdout,
          Object.entries(told)
            .map(([name, value]) => `${name.padEnd(10)}${visible(String(value))}`)
            .join('\n'),
        );
      },
    );
  withJson(show);
  withExamples(show, [
    ['plumbline github show --private-key > app.pem', 'for GITHUB_APP_PRIVATE_KEY_FILE of other instances'],
  ]);
}
