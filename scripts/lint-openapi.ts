/**
 * Lints `openapi.json` by Redocly's `recommended-strict`, Spectral's `oas` rules, and Plumbline's own. Uses no network.
 * A warning is a failure.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import type { Document } from '../src/api/openapi/document.ts';
import { houseProblems } from './openapi/house-rules.ts';

const root = new URL('../', import.meta.url);
const document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8')) as Document;

/** Problems in `.redocly.lint-ignore.yaml` are accepted, with the reason there. */
function redoclyProblems(): string[] {
  const cli = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root));
  const args = [cli, 'lint', 'openapi.json', '--extends', 'recommended-strict', '--format', 'json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(root),
    env,
    encoding: 'utf8',
  });
  if (error || !stdout.includes('"problems"')) throw new Error(`redocly did not run: ${error?.message ?? stderr}`);
  type Problem = { ruleId: string; message: string; ignored?: boolean; location: { pointer?: string }[] };
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  return problems
    .filter(({ ignored }) => ignored !== true)
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
}

async function spectralProblems(): Promise<string[]> {
  const linter = new spectral.Spectral();
  // All rules, including optional ones, except for the contact's e-mail address: servers have different operators.
  linter.setRuleset({
    extends: [[oas as unknown as RulesetDefinition, 'all']],
    rules: { 'contact-properties': 'off' },
  });
  const problems = await linter.run(structuredClone(document));
  return problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
}

const problems = [
  ...redoclyProblems().map((problem) => `redocly   ${problem}`),
  ...(await spectralProblems()).map((problem) => `spectral  ${problem}`),
  ...houseProblems(document).map((problem) => `plumbline ${problem}`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    `openapi.json: ${problems.length} problems. It is made from the routes: change them, then "npm run generate".`,
  );
  process.exitCode = 1;
} else console.log('openapi.json: 0 errors, 0 warnings');
