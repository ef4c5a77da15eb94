/**
 * Writes the generated files: `openapi.json` from the routes' schemas, `.env.example` and `docs/settings.md` from the
 * settings, the dashboard's API types from `openapi.json`, the types of the tables from the migrations.
 * With `--check` it writes nothing and fails if a file is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import { createLimiter } from '../src/limits/limiter.ts';
import type { Services } from '../src/services/services.ts';
import { envExample } from '../src/server/config/config.ts';
import { SETTINGS } from '../src/server/config/settings.ts';
import { composeMetrics } from '../src/server/compose-api.ts';
import { version } from '../src/server/version.ts';
import { tableTypes } from './table-types.ts';
import { webTypes } from './web-types.ts';

type Setting = { name: string; help: string; fallback: string | undefined; secret?: boolean };

const SETTINGS_INTRODUCTION = `# Settings

<!-- Written by "npm run generate" from src/server/config/settings.ts. -->

Plumbline reads these from its environment. All are optional, and an empty value counts as none. Each may also be given as
\`<NAME>_FILE\`, the path of a file that holds it, as container secrets come. A bad value stops the start with one line
that names it and, where it is a secret, does not repeat it. \`.env.example\` has the same list to copy.
`;

const OTHER_VARIABLES = `## What others read

| variable | who reads it |
|---|---|
| \`AWS_PROFILE\`, \`AWS_CONFIG_FILE\`, \`AWS_WEB_IDENTITY_TOKEN_FILE\`, … | AWS's usual chain, where no \`AWS_ACCESS_KEY_ID\` is set |
| \`HTTPS_PROXY\`, \`HTTP_PROXY\`, \`NO_PROXY\`, \`SSL_CERT_FILE\`, \`SSL_CERT_DIR\`, \`AWS_CA_BUNDLE\`, \`TMPDIR\`, \`PATH\` | provider plugins: nothing else of the environment is passed on to them |
| \`NODE_EXTRA_CA_CERTS\` | Node: certificate authorities that Plumbline itself trusts, besides the usual ones |
| \`PLUMBLINE_API_KEY\` | the command line: the key that it talks to a server with |
| \`PLUMBLINE_DEBUG\`, \`NO_COLOR\`, \`FORCE_COLOR\` | the command line: stacks of errors, colours |
`;

async function openapi(): Promise<string> {
  // Describing the routes calls none of them, so no service is needed.
  const services = {} as Services;
  const metrics = composeMetrics();
  const app = await buildApp({
    services,
    operatorHash: new Uint8Array(32),
    version: version(),
    log: pino({ level: 'silent' }),
    metrics,
    limiter: createLimiter({ now: () => 0 }),
    limits: { key: 1, org: 1, recallKey: 1, recallOrg: 1 },
  });
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  metrics.close();
  return `${document}\n`;
}

function settingsDoc(): string {
  const code = (text: string) => `\`${text}\``;
  const rows = Object.values<Setting>(SETTINGS).map(({ name, help, fallback, secret }) => {
    const [what, standard] = [
      secret === true ? `${help} A secret.` : help,
      fallback === undefined ? '' : code(fallback),
    ];
    return `| ${code(name)} | ${standard} | ${what.replaceAll('|', String.raw`\|`)} |`;
  });
  return `${SETTINGS_INTRODUCTION}\n| setting | default | what it is |\n|---|---|---|\n${rows.join('\n')}\n\n${OTHER_VARIABLES}`;
}

const document = await openapi();
const files: [string, string][] = [
  ['docs/settings.md', settingsDoc()],
  ['openapi.json', document],
  ['web/src/api/schema.ts', await webTypes(document)],
  ['.env.example', envExample()],
  ['src/store/tables.ts', await tableTypes()],
];
const root = new URL('../', import.meta.url);
const stale: string[] = [];
for (const [name, text] of files) {
  const path = new URL(name, root);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) stale.push(name);
}
if (stale.length > 0) {
  console.error(`not fresh: ${stale.join(', ')}; run "npm run generate" and commit`);
  process.exit(1);
}
