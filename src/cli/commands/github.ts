import { resolve } from 'node:path';
import { visible } from '../../base/visible.ts';
import { readConfig } from '../../server/config/config.ts';
import { showAppCheck } from '../report/app-check.ts';
import { CliError } from '../terminal/client.ts';
import { group, local, note, printJson, say } from '../terminal/command.ts';
import { flag, formed, JSON_OPTION, value, wholeNumber, withDefault } from '../terminal/options.ts';
import { onInterrupt } from '../terminal/signals.ts';

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
    'Waiting for the browser; Ctrl-C gives up.',
  ].join('\n');
}

function nextSteps(id: number, clientId: string, installUrl: string): string {
  return [
    '',
    'Next:',
    '  1. restart the server: it reads the App from its data directory',
    `  2. install the App: ${installUrl}`,
    '  3. plumbline github check',
    '',
    'Several instances, or no persistent data directory? Set these for all of them instead:',
    `  GITHUB_APP_ID=${id}`,
    '  GITHUB_APP_PRIVATE_KEY_FILE  a file with what "plumbline github show --private-key" prints',
    '  GITHUB_WEBHOOK_SECRET        what "plumbline github show --webhook-secret" prints',
    `  GITHUB_CLIENT_ID=${clientId}`,
    '  GITHUB_CLIENT_SECRET         what "plumbline github show --client-secret" prints',
  ].join('\n');
}

const setup = local({
  use: 'setup',
  about: 'create the App on GitHub, in a browser, and store its credentials',
  options: [
    value(
      '--org <login>',
      'the organization that it is to belong to (default: the person who is signed in)',
      formed(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/, 'the login of an organization: acme'),
    ),
    withDefault(
      value('--name <name>', 'its name, unique on GitHub', formed(/^.{1,34}$/, 'up to 34 characters')),
      'Plumbline',
    ),
    value(
      '--public-url <address>',
      'where GitHub reaches this server (default: PLUMBLINE_PUBLIC_URL)',
      formed(/^https?:\/\/\S+$/, 'an address: https://plumbline.example.com'),
    ),
    flag('--public', 'let other accounts install it too'),
    flag('--drift-issues', 'let it write issues about drift'),
    withDefault(value('--port <n>', 'port of the page on 127.0.0.1; 0 takes a free one', wholeNumber(0, 65535)), 0),
    flag('--replace', 'replace the stored App'),
    JSON_OPTION,
  ],
  examples: [
    ['plumbline github setup --org acme', 'an App of that organization, for its repositories alone'],
    ['plumbline github setup --org acme --public --drift-issues', 'for others too, and with issues about drift'],
    ['ssh -L 8123:127.0.0.1:8123 host plumbline github setup --port 8123', 'on another machine, with the browser here'],
  ],
  more: 'The key and the secrets are stored in the data directory, readable by you\nalone, and not printed. GITHUB_API_URL leads to another GitHub than github.com.',
  async run(cli, _, { org, name, publicUrl, public: isPublic, driftIssues, port, replace, json }) {
    const interruption = onInterrupt();
    try {
      const { setUpApp } = await import('../../server/github-setup/setup.ts');
      const app = await setUpApp({
        env: cli.io.env,
        organization: org,
        name,
        publicUrl,
        isPublic: isPublic ?? false,
        driftIssues: driftIssues ?? false,
        port,
        replace: replace ?? false,
        signal: interruption.signal,
        onReady: ({ url, webhookUrl }) => note(cli, invitation(url, webhookUrl)),
      });
      if (json) return printJson(cli, app);
      say(cli, `GitHub App ${visible(app.name)} (${app.app_id}), stored in ${app.file}`);
      note(cli, nextSteps(app.app_id, visible(app.client_id ?? ''), visible(app.install_url)));
    } finally {
      interruption.stop();
    }
  },
});

const check = local({
  use: 'check',
  about: 'check the permissions, installations and deliveries of the App at GitHub',
  options: [JSON_OPTION],
  examples: [['plumbline github check', 'the App, its installations, its deliveries of the last hour']],
  more: 'Exit codes: 0 nothing is missing but what is optional, 1 something is.',
  async run(cli, _, { json }) {
    const config = readConfig(cli.io.env);
    const { configuredApp } = await import('../../server/compose-github.ts');
    const configured = configuredApp(config, resolve(config.dataDir));
    if (!configured)
      throw new CliError('There is no GitHub App: create one with "plumbline github setup", or set GITHUB_APP_ID.');
    const { checkApp } = await import('../../services/codehosts/check-app.ts');
    const found = { source: configured.source, api_url: configured.apiUrl, ...(await checkApp(configured.app)) };
    if (json) printJson(cli, found);
    else say(cli, showAppCheck(found));
    if (!found.ok) cli.exit(1);
  },
});

const show = local({
  use: 'show',
  about: 'show the stored App; its secrets only on request',
  options: [
    flag('--private-key', 'print the private key'),
    flag('--webhook-secret', 'print the webhook secret'),
    flag('--client-secret', 'print the client secret, with which people sign in'),
    JSON_OPTION,
  ],
  examples: [['plumbline github show --private-key > app.pem', 'for GITHUB_APP_PRIVATE_KEY_FILE of other instances']],
  async run(cli, _, { privateKey, webhookSecret, clientSecret, json }) {
    const { readStoredApp, storedAppFile } = await import('../../server/stored-app.ts');
    const file = storedAppFile(resolve(readConfig(cli.io.env).dataDir));
    const app = readStoredApp(resolve(readConfig(cli.io.env).dataDir));
    if (!app) throw new CliError(`There is no GitHub App in ${file}; "plumbline github setup" creates one.`);
    const { private_key, webhook_secret, client_secret = '', ...rest } = app;
    const secrets = [
      ...(privateKey ? [private_key] : []),
      ...(webhookSecret ? [webhook_secret] : []),
      ...(clientSecret ? [client_secret] : []),
    ];
    const [secret, another] = secrets;
    if (another !== undefined) throw new CliError('One secret at a time.');
    if (secret === '') throw new CliError('There is no client secret: create one in the App’s settings on GitHub.');
    if (secret !== undefined) return say(cli, secret);
    const shown = { ...rest, file };
    if (json) return printJson(cli, shown);
    const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(10)}${visible(String(value))}`);
    say(cli, lines.join('\n'));
  },
});

/** `plumbline github`: runs on the server's machine, with its settings. */
export const github = group('github', 'manage the GitHub App', [setup, check, show]);
