import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationsOf, type Document } from '../../src/api/openapi/document.ts';
import { ALSO_RIGHT, ACCEPTS_INVALID, type FuzzRun } from './runs.ts';
import type { FuzzWorld } from './world.ts';

const CHECKS = fileURLToPath(new URL('checks.py', import.meta.url));
/** 414, 431: parameters that are valid alone may exceed the limit of the request line together. */
const ACCEPTED = ['2xx', '3xx', '401', '403', '404', '409', '414', '429', '431', '5xx'];
const REJECTED = [
  '400',
  '401',
  '403',
  '404',
  '405',
  '406',
  '409',
  '413',
  '414',
  '415',
  '422',
  '428',
  '429',
  '431',
  '5xx',
];
/** Operations that start a provider process, and the seconds that one may take on a machine that is busy with other suites. */
const SLOW: Readonly<Record<string, number>> = { verifyProviderSettings: 30 };
/** The share of paths and queries with ids of existing objects. The others are generated. */
const REAL = 0.7;
const PREFIXES: Record<string, string> = { org_id: 'org', repo_id: 'repo', key_id: 'key' };
const BY_PLACE: Record<string, string> = { analyses: 'an', incidents: 'inc', deliveries: 'dlv', objects: 'obj' };

export type Fuzzed = { cases: number; failures: string[]; output: string };

type Options = { st: string; directory: string; seed: number; maxExamples: number };

const toml = (value: unknown) => JSON.stringify(value);

/** The ids for a path parameter, by its name, or by the segment before it. */
function idsFor(name: string, path: string, ids: string[]): string[] {
  const before = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1) ?? '';
  const prefix = PREFIXES[name] ?? BY_PLACE[before];
  return prefix === undefined ? [] : ids.filter((id) => id.startsWith(`${prefix}_`));
}

/** The fuzzer's settings: ids of existing objects by operation, and additional correct statuses by `operationId`. */
function configuration(document: Document, { ids }: FuzzWorld): string {
  const dictionaries = new Map<string, string>();
  const operations = operationsOf(document).map(({ path, operation: { operationId = '' } }) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const bindings = names.flatMap((name) => {
      const values = idsFor(name, path, ids);
      if (values.length === 0) return [];
      const dictionary = `of_${values[0]?.split('_')[0]}`;
      dictionaries.set(dictionary, `[dictionaries.${dictionary}]\nvalues = ${toml(values)}\n`);
      return [`"path.${name}" = { dictionary = "${dictionary}", probability = ${REAL} }`];
    });
    const also = ALSO_RIGHT.filter((one) => one.operationId === operationId).map(({ status }) => String(status));
    const taken = ACCEPTS_INVALID[operationId]?.status;
    const rejections = taken === undefined ? REJECTED : [...REJECTED, String(taken)];
    const statuses = [
      `checks.positive_data_acceptance.expected-statuses = ${toml([...ACCEPTED, ...also])}`,
      `checks.negative_data_rejection.expected-statuses = ${toml(rejections)}`,
      ...(SLOW[operationId] === undefined ? [] : [`checks.max_response_time = ${SLOW[operationId]}`]),
    ];
    const parameters = bindings.length === 0 ? [] : [`parameters = { ${bindings.join(', ')} }`];
    return ['[[operations]]', `include-operation-id = "${operationId}"`, ...parameters, ...statuses, ''].join('\n');
  });
  return [`hooks = ${toml(CHECKS)}\n`, ...dictionaries.values(), ...operations].join('\n');
}

async function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise((done, fail) => child.once('error', fail).once('close', done));
  return output;
}

type Report = {
  complete: boolean;
  test_cases: { generated: number };
  failures: { title: string; operations: string[] }[];
  errors: unknown[];
};

/** Runs all phases with all checks once. Writes files only into `directory`. */
export async function fuzz(world: FuzzWorld, given: FuzzRun, options: Options): Promise<Fuzzed> {
  const { st, directory, seed, maxExamples } = options;
  const published = (await (await fetch(`${world.url}/api/v1/openapi.json`)).json()) as Document;
  const document = given.document?.(published) ?? published;
  const [schema, config, report] = ['openapi.json', 'schemathesis.toml', 'report.json'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  await writeFile(schema, JSON.stringify(document));
  await writeFile(config, configuration(document, world));
  await writeFile(report, '');
  const flags = `--checks all --continue-on-failure --warnings off --request-timeout 30 --generation-database none
    --max-examples ${maxExamples} --seed ${seed} --report json`.split(/\s+/);
  const without = Object.keys(given.without).flatMap((id) => ['--exclude-operation-id', id]);
  const header = given.key === undefined ? [] : ['--header', `Authorization: Bearer ${given.key}`];
  const files = ['--url', world.url, '--report-json-path', report, schema];
  const args = ['--config-file', config, '--no-color', 'run', ...flags, ...without, ...header, ...files];
  const output = await run(st, args, directory, {
    PATH: process.env.PATH,
    HOME: directory,
    PYTHONDONTWRITEBYTECODE: '1',
    ...(given.refused === 'ids' ? { FUZZ_FOREIGN_IDS: world.ids.join(',') } : {}),
    ...(given.refused === 'closed' ? { FUZZ_CLOSED: '1' } : {}),
  });
  const text = await readFile(report, 'utf8');
  if (text === '') return { cases: 0, failures: ['the fuzzer did not run'], output };
  const { complete, test_cases, failures, errors } = JSON.parse(text) as Report;
  return {
    cases: test_cases.generated,
    failures: [
      ...failures.flatMap(({ operations, title }) => operations.map((operation) => `${operation}: ${title}`)),
      ...errors.map((error) => `error: ${JSON.stringify(error).slice(0, 300)}`),
      ...(complete ? [] : ['the run is incomplete']),
      ...(world.ended() ? ['the server ended'] : []),
    ],
    output,
  };
}
