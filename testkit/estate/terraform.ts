import { spawn } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { onPath } from '../needs.ts';
import { makeZip } from '../zip.ts';
import { AWS, findAwsProvider, throughProxy, type AwsProvider } from './aws-provider.ts';
import { adaptToNewProvider } from './on-new-provider.ts';

/** A working directory of terraform on one emulator. Only tests and benches use it: Plumbline never runs terraform. */
export type Workspace = {
  dir: string;
  statePath: string;
  /** A filesystem mirror with the only provider that terraform uses here. */
  mirror: string;
  env: Record<string, string>;
  /** Environment variables only for terraform; they override others. */
  terraformEnv?: Record<string, string>;
};

/** The 6.x provider for terraform; by default the provider that Plumbline finds on this machine. */
export type Making = { provider?: AwsProvider | undefined };

/** Credentials and endpoint for all clients of moto, both terraform and Plumbline. */
export function motoEnvironment(motoUrl: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: motoUrl,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

/** Runs terraform and returns its output; throws an error with the end of its output if it fails. */
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
 * Creates a mirror with one AWS provider in `dir`, from any layout, so that terraform and Plumbline run the same
 * binary; and a CLI configuration file that names it.
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
 * Creates and initialises a terraform working directory from the configuration in `source`, with its own CLI
 * configuration and home. `dir` must exist and be empty.
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

/**
 * Less garbage collection, which would take a third of the processor time of terraform and its short-lived providers.
 */
export const KEEPING_GARBAGE = { GOGC: '400', GOMEMLIMIT: '1GiB' };

/** Applies a configuration in an empty `dir`. Most of the time the provider waits for AWS's eventual consistency. */
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

/** Refreshes the state, so that it contains the values that the cloud sets and that would look like drift. */
export async function settle(workspace: Workspace): Promise<void> {
  await terraform(workspace, ['apply', '-refresh-only', '-auto-approve', '-input=false']);
}
