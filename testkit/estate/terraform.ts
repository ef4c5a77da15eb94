import { spawn } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { onPath } from '../needs.ts';
import { makeZip } from '../zip.ts';
import { AWS, findAwsProvider, throughProxy, type AwsProvider } from './aws-provider.ts';
import { adaptToNewProvider } from './on-new-provider.ts';

/** A directory that terraform works in, on one emulator. Only tests and benches have one: Plumbline never runs terraform. */
export type Workspace = {
  dir: string;
  statePath: string;
  /** A filesystem mirror with the one provider that terraform uses here. */
  mirror: string;
  env: Record<string, string>;
  /** Settings for terraform alone, in addition or instead. */
  terraformEnv?: Record<string, string>;
};

/** The 6.x provider that terraform works with; the one that Plumbline finds on this machine, if it is absent. */
export type Making = { provider?: AwsProvider | undefined };

/** Credentials and endpoint for everything that talks to moto, terraform and Plumbline alike. */
export function motoEnvironment(motoUrl: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: motoUrl,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

/** Runs terraform to its end and gives what it printed; throws with its last words when it fails. */
export async function terraform(workspace: Workspace, args: string[]): Promise<string> {
  const child = spawn(onPath('terraform') ?? 'terraform', args, {
    cwd: workspace.dir,
    env: { ...workspace.env, ...workspace.terraformEnv },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  if (code === 0) return out;
  throw new Error(`terraform ${args[0]} ended with ${code}: ${(err || out).slice(-2_000)}`);
}

/**
 * Lays a mirror with one AWS provider into `dir`, whatever layout it was found in, so that both sides run the same binary; and a
 * CLI configuration file that names it.
 */
export async function layMirror(dir: string, provider: AwsProvider): Promise<{ mirror: string; cliConfig: string }> {
  const mirror = join(dir, '.mirror');
  const [os, cpu] = [process.platform === 'win32' ? 'windows' : process.platform, process.arch.replace('x64', 'amd64')];
  const place = join(mirror, AWS, provider.version, `${os}_${cpu}`);
  await mkdir(place, { recursive: true });
  await symlink(provider.path, join(place, basename(provider.path)));
  const cliConfig = join(dir, '.terraformrc');
  const installation = `filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }`;
  await writeFile(cliConfig, `disable_checkpoint = true\nprovider_installation {\n  ${installation}\n}\n`);
  return { mirror, cliConfig };
}

/**
 * Makes a terraform working directory of the configuration in `source`, with its own CLI configuration and home, and
 * initialises it. `dir` must exist and be empty.
 */
export async function openWorkspace(
  motoUrl: string,
  dir: string,
  source: string,
  making: Making = {},
): Promise<Workspace> {
  await cp(source, dir, { recursive: true });
  if (making.provider) await adaptToNewProvider(dir);
  const provider = making.provider ?? (await findAwsProvider(join(dir, '.cache')));
  const { mirror, cliConfig } = await layMirror(dir, provider);
  const env = {
    ...motoEnvironment(motoUrl),
    PATH: process.env.PATH ?? dirname(onPath('terraform') ?? ''),
    HOME: dir,
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    TF_CLI_CONFIG_FILE: cliConfig,
    TF_CLI_ARGS: '-no-color',
  };
  const statePath = join(dir, 'terraform.tfstate');
  const workspace = { dir, statePath, mirror, env, ...(making.provider && { terraformEnv: throughProxy(motoUrl) }) };
  await terraform(workspace, ['init', '-input=false']);
  return workspace;
}

/** Terraform and its providers live for seconds: a third of their processor time goes into collecting garbage, if they may not keep it. */
export const KEEPING_GARBAGE = { GOGC: '400', GOMEMLIMIT: '1GiB' };

/** Applies the configuration of a directory in an empty `dir`. Most of the time is the provider waiting out AWS's consistency. */
export async function applyConfiguration(
  motoUrl: string,
  dir: string,
  source: string,
  making: Making = {},
): Promise<Workspace> {
  const opened = await openWorkspace(motoUrl, dir, source, making);
  const workspace = { ...opened, terraformEnv: { ...KEEPING_GARBAGE, ...opened.terraformEnv } };
  await writeFile(
    join(dir, 'worker.zip'),
    makeZip([{ name: 'index.js', data: 'exports.handler = async () => {};\n' }]),
  );
  await terraform(workspace, ['apply', '-auto-approve', '-input=false', '-parallelism=20']);
  return workspace;
}

/** Takes into the state what the cloud says of itself, so that nothing is left that only looks like drift. */
export async function settle(workspace: Workspace): Promise<void> {
  await terraform(workspace, ['apply', '-refresh-only', '-auto-approve', '-input=false']);
}
