import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foundIn } from '../../test/recorded-found.ts';
import { startMoto } from '../moto.ts';
import { openCloud } from './cloud.ts';
import { stateValues } from './oracle.ts';
import { plumblineScan } from './scan.ts';
import { applyConfiguration, settle } from './terraform.ts';
import { wideEstate } from './wide/estate.ts';

/**
 * `node testkit/estate/record.ts`: makes the recording that test/recorded.test.ts replays, anew: an estate that terraform
 * has applied on moto and that was changed by hand, its state, and what the scan that was recorded found.
 */
const to = (name: string): string => fileURLToPath(new URL(`../../test/fixtures/recorded/${name}`, import.meta.url));

const dir = await mkdtemp(join(tmpdir(), 'plumbline-record-'));
const moto = await startMoto();
try {
  const workspace = await applyConfiguration(moto.url, dir, wideEstate.source);
  await settle(workspace);
  await copyFile(workspace.statePath, to('terraform.tfstate'));
  const cloud = openCloud(moto.url, await stateValues(workspace));
  for (const change of wideEstate.changes) await change.run(cloud);
  await rm(to('scan.jsonl'), { force: true });
  const { analysis } = await plumblineScan(workspace, ['--record', to('scan.jsonl'), '--no-hcl', '--no-lock-file']);
  await writeFile(to('found.json'), `${JSON.stringify(foundIn(analysis), null, 1)}\n`);
} finally {
  await moto.stop();
  await rm(dir, { recursive: true, force: true });
}
