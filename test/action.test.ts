import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DemoWorld } from '../src/cli/demo/world.ts';
import { openSampleWorld } from '../testkit/demo/sample.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const ACTION = new URL('../action/', import.meta.url).pathname;
type Step = {
  id?: string;
  name: string;
  run?: string;
  uses?: string;
  if?: string;
  shell?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
};
type Action = { inputs: Record<string, { default?: string }>; runs: { using: string; steps: Step[] } };
const action = parse(readFileSync(join(ACTION, 'action.yml'), 'utf8')) as Action;

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let world: DemoWorld;
let count = 0;

beforeAll(async () => {
  dir = await temporaryDirectory();
  world = await openSampleWorld({
    env: {},
    directory: dir.path,
    say: () => undefined,
    signal: new AbortController().signal,
  });
  await world.apply();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const s3 = new S3Client({
    endpoint: world.env.AWS_ENDPOINT_URL,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
  });
  const object = { Bucket: world.settings.state_bucket, Key: `${world.settings.state_prefix}production.tfstate` };
  await writeFile(
    join(dir.path, 'state'),
    await (await s3.send(new GetObjectCommand(object))).Body!.transformToString(),
  );
  s3.destroy();
  await world.meddle();
});
afterAll(async () => {
  await world.close();
  await dir[Symbol.asyncDispose]();
});

type Ended = {
  code: number;
  log: string;
  summary: string;
  outputs: Record<string, string>;
  uploaded: Record<string, string>[];
  workspace: string;
};

/** Runs the steps as a runner does: evaluates expressions only in `env` and `with`; a failed step ends the job. */
async function job(given: Record<string, string>, infra = 'infra'): Promise<Ended> {
  const workspace = join(dir.path, `job-${++count}`);
  await mkdir(join(workspace, '.git'), { recursive: true });
  await mkdir(join(workspace, infra));
  await copyFile(join(dir.path, 'state'), join(workspace, infra, 'production.tfstate'));
  await writeFile(join(workspace, infra, 'main.tf'), 'resource "sample_database" "orders" {\n}\n');
  const inputs = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default ?? ''])),
    ...given,
  };
  const outputs: Record<string, string> = {};
  const valueOf = (name: string): string => {
    const [, input, output] = /^(?:inputs\.([\w-]+)|steps\.scan\.outputs\.([\w-]+))$/.exec(name.trim()) ?? [];
    return input === undefined ? (outputs[output ?? ''] ?? '') : ((inputs as Record<string, string>)[input] ?? '');
  };
  const filled = (texts: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, one]) => [
        name,
        one.replaceAll(/\$\{\{(.*?)\}\}/g, (_, of: string) => valueOf(of)),
      ]),
    );
  const holds = (condition = 'true') =>
    condition.split('&&').every((one) => {
      const [, name = '', sign, value] = /^\s*(\S+) (==|!=) '(.*)'\s*$/.exec(one) ?? [];
      return sign === undefined || (valueOf(name) === value) === (sign === '==');
    });
  const files = { GITHUB_OUTPUT: join(workspace, '.output'), GITHUB_STEP_SUMMARY: join(workspace, '.summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const ended: Ended = { code: 0, log: '', summary: '', outputs, uploaded: [], workspace };
  for (const step of action.runs.steps.filter((one) => one.run !== undefined || one.uses !== undefined)) {
    if (ended.code !== 0 || !holds(step.if)) continue;
    if (step.run === undefined) {
      ended.uploaded.push(filled(step.with));
      continue;
    }
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: dir.path,
      ...world.env,
      XDG_CACHE_HOME: join(dir.path, 'cache'),
      GITHUB_ACTION_PATH: ACTION.replace(/\/$/, ''),
      GITHUB_WORKSPACE: workspace,
      ...files,
      ...filled(step.env),
    };
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: workspace,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number>((done) => child.once('close', (one) => done(one ?? 1))),
    ]);
    ended.log += out + err;
    ended.code = code;
    for (const line of (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter(Boolean)) {
      const at = line.indexOf('=');
      outputs[line.slice(0, at)] = line.slice(at + 1);
    }
  }
  ended.summary = await readFile(files.GITHUB_STEP_SUMMARY, 'utf8');
  return ended;
}

test('puts no expression into a script, and pins what it uses by commit', () => {
  expect(action.runs.using).toBe('composite');
  for (const { run, shell, uses } of action.runs.steps) {
    if (run !== undefined) expect([run.includes('${{'), shell]).toEqual([false, 'bash']);
    if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  }
});

test('reports drift in log and summary, uploads SARIF, and fails at the end', async () => {
  const { code, log, summary, outputs, uploaded, workspace } = await job({ target: 'infra' });
  expect([code, outputs['exit-code']]).toEqual([2, '2']);
  expect(summary).toMatch(/^## 6 of 12 resources drifted/);
  expect(log).toContain('6 of 12 resources drifted.');
  expect(log).toMatch(/^::stop-commands::([0-9a-f]{32})\n[^]*\n::\1::\n/);
  expect(uploaded).toEqual([{ sarif_file: join(workspace, 'plumbline.sarif'), category: 'plumbline' }]);
  const log2 = JSON.parse(await readFile(outputs['sarif-file'] ?? '', 'utf8')) as object;
  expect(JSON.stringify(log2)).toContain('"uri":"infra/main.tf"');
});

test('stays green where drift is allowed, and where nothing of that severity drifted', async () => {
  const never = await job({
    target: 'production.tfstate',
    'working-directory': 'infra',
    'fail-on': 'never',
    'upload-sarif': 'false',
    summary: 'false',
  });
  expect([never.code, never.uploaded, never.summary]).toEqual([0, [], '']);
  const ignoring = 'sample.json';
  await writeFile(join(dir.path, ignoring), '[{"type": "sample_*", "reason": "not ours"}]');
  const quiet = await job({ target: 'infra', options: `--ignore\n${join(dir.path, ignoring)}\n` });
  expect([quiet.code, quiet.outputs['exit-code']]).toEqual([0, '0']);
});

test('fails on an error without a log to upload, and on an unknown threshold', async () => {
  const gone = await job({ target: 'nowhere.tfstate' });
  expect([gone.outputs['exit-code'], gone.outputs['sarif-file'], gone.uploaded, gone.code]).toEqual(['1', '', [], 1]);
  const wrong = await job({ target: 'infra', 'fail-on': 'bad' });
  expect([wrong.code, wrong.log]).toEqual([1, expect.stringContaining('::error::fail-on must be')]);
});

test('takes inputs as words, whatever they hold', async () => {
  const target = '$(touch pwned); `touch pwned`" && touch pwned #';
  const { code, workspace } = await job({ target, 'sarif-file': '$(touch pwned).sarif' });
  expect(code).toBe(1);
  await expect(readFile(join(workspace, 'pwned'))).rejects.toThrow('ENOENT');
});
