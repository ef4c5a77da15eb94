import { spawn } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEEPING_GARBAGE } from '../estate/terraform.ts';
import type { StateDocument } from '../state-document.ts';

/** Runs terraform in a directory; returns its exit code and its output. */
export async function terraform(directory: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    ...KEEPING_GARBAGE,
    TF_CLI_CONFIG_FILE: join(directory, 'terraformrc'),
    CHECKPOINT_DISABLE: '1',
  };
  const child = spawn('terraform', [...args, '-no-color'], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number>((done, fail) => child.once('error', fail).once('close', (c) => done(c ?? -1)));
  return { code, said };
}

/** Copies the estate of fixtures/estate.tf to a directory with the providers in its `mirror`, and applies it. */
export async function terraformApply(directory: string, endpoint: string): Promise<StateDocument> {
  const estate = fileURLToPath(new URL('fixtures/estate.tf', import.meta.url));
  await copyFile(estate, join(directory, 'main.tf'));
  await writeFile(join(directory, 'terraform.tfvars.json'), JSON.stringify({ endpoint }));
  const mirror = JSON.stringify(join(directory, 'mirror'));
  const rc = `provider_installation {\n  filesystem_mirror {\n    path = ${mirror}\n  }\n}\n`;
  await writeFile(join(directory, 'terraformrc'), rc);
  for (const args of [['init'], ['apply', '-auto-approve']]) {
    const { code, said } = await terraform(directory, ...args);
    if (code !== 0) throw new Error(`terraform ${args.join(' ')} failed: ${said}`);
  }
  return JSON.parse(await readFile(join(directory, 'terraform.tfstate'), 'utf8')) as StateDocument;
}
