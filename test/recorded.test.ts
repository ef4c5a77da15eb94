import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runLocalScan } from '../src/server/compose-scan.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { foundIn, parseFound, type Found } from './recorded-found.ts';

const at = (name: string): string => fileURLToPath(new URL(`fixtures/recorded/${name}`, import.meta.url));

const fixture = (name: string): string => readFileSync(at(name), 'utf8');

/** Resources whose changed value is or contains a secret: the recording does not contain the change. */
const SECRETS = [
  'aws_lambda_function.worker',
  'aws_ssm_parameter.pager',
  'aws_ssm_parameter.settings["log.level"]',
  'aws_ssm_parameter.token',
  'aws_wafv2_ip_set.blocked',
];

const withoutSecrets = ({ verdicts, findings }: Found): Found => ({
  verdicts: Object.fromEntries(Object.entries(verdicts).filter(([resource]) => !SECRETS.includes(resource))),
  findings: findings.filter(({ resource }) => !SECRETS.includes(resource)),
});

type StateFile = { resources: { instances: { attributes: Record<string, unknown> }[] }[] };

test('records no value that the state marks as secret', () => {
  const { resources } = JSON.parse(fixture('terraform.tfstate')) as StateFile;
  const values = resources.flatMap(({ instances }) =>
    instances.flatMap(({ attributes: { type, value, secret_string, password } }) =>
      [type === undefined ? undefined : value, secret_string, password].filter((one) => typeof one === 'string'),
    ),
  );
  const secrets = values.filter(({ length }) => length > 5);
  expect(secrets.length).toBeGreaterThan(2);
  const recording = fixture('scan.jsonl');
  expect(secrets.filter((secret) => recording.includes(secret))).toEqual([]);
});

describe.skipIf(await missing('aws-provider'))('a recorded estate of a hundred instances', () => {
  test('analyzes a recorded estate without a cloud, with the findings of the recording', async () => {
    await using cache = await temporaryDirectory();
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
    const analysis = await runLocalScan({
      target: at('terraform.tfstate'),
      replay: at('scan.jsonl'),
      lockFile: false,
      hcl: false,
      // Nothing listens at this proxy, so all other requests fail.
      env: { ...Object.fromEntries(own), XDG_CACHE_HOME: cache.path, HTTPS_PROXY: 'http://127.0.0.1:9' },
    });
    const found = foundIn(analysis);
    expect(withoutSecrets(found)).toEqual(withoutSecrets(parseFound(fixture('found.txt'))));
    expect(SECRETS.map((resource) => found.verdicts[resource])).toEqual([
      'changed',
      'in_sync',
      'in_sync',
      'in_sync',
      'changed',
    ]);
  });
});
