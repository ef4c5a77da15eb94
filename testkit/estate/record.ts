import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foundIn, foundText } from '../../test/recorded-found.ts';
import { startMoto } from '../moto.ts';
import { openCloud } from './cloud.ts';
import { stateValues } from './oracle.ts';
import { plumblineScan } from './scan.ts';
import { applyConfiguration, settle } from './terraform.ts';
import { wideEstate } from './wide/estate.ts';

/**
 * `node testkit/estate/record.ts` renews the recording that test/recorded.test.ts replays: the state of an estate that
 * terraform applied on moto and that was then changed by hand, the requests of a scan, and its findings.
 */
const to = (name: string): string => fileURLToPath(new URL(`../../test/fixtures/recorded/${name}`, import.meta.url));

/** A state as JSON with one line per resource. */
function stateText(state: string): string {
  const { resources, ...head } = JSON.parse(state) as { resources: object[] };
  const lines = resources.map((one) => JSON.stringify(one));
  return `${JSON.stringify({ ...head, resources: [] }).slice(0, -2)}\n${lines.join(',\n')}\n]}\n`;
}

const dir = await mkdtemp(join(tmpdir(), 'plumbline-record-'));
const moto = await startMoto();
try {
  const workspace = await applyConfiguration(moto.url, dir, wideEstate.source);
  await settle(workspace);
  await writeFile(to('terraform.tfstate'), stateText(await readFile(workspace.statePath, 'utf8')));
  const cloud = openCloud(moto.url, await stateValues(workspace));
  for (const change of wideEstate.changes) await change.run(cloud);
  await rm(to('scan.jsonl'), { force: true });
  const { analysis } = await plumblineScan(workspace, ['--record', to('scan.jsonl'), '--no-hcl', '--no-lock-file']);
  await writeFile(to('found.txt'), foundText(foundIn(analysis)));
} finally {
  await moto.stop();
  await rm(dir, { recursive: true, force: true });
}
