// Writes assets/aws/lists.txt: for each resource type, the operation that lists its objects, and the paths of their ids
// in its answers. The script learns both: it applies the estates of testkit to moto, calls each operation that lists
// without arguments or for the id of one object, and searches the answers for the ids in the states. Then the provider
// imports and reads each object by the id that was found.
//
//   pip download --no-deps botocore     (Apache-2.0); unpack it
//   git clone aws-samples/aws2tf        (MIT-0), for comparison
//   node scripts/aws-lists.ts BOTOCORE/botocore/data AWS2TF/code/fixtf_aws_resources/aws_dict.py
//
// It needs moto, terraform and hashicorp/aws (CONTRIBUTING.md), and takes about twenty minutes. aws-lists/reviewed.ts
// contains the lines that it cannot learn.
import { writeFileSync } from 'node:fs';
import { createAsker } from './aws-lists/ask.ts';
import { readAws2tf } from './aws-lists/aws2tf.ts';
import { modelsIn } from './aws-actions/models.ts';
import { check } from './aws-lists/check.ts';
import { choose } from './aws-lists/choose.ts';
import { apply, ESTATES } from './aws-lists/estates.ts';
import { askFor, joined, learnFrom, type Applied } from './aws-lists/learn.ts';
import type { Match } from './aws-lists/match.ts';
import { draftsOf, paginatorsOf, readEndpoints } from './aws-lists/operations.ts';
import { prove, type Proof } from './aws-lists/prove.ts';
import { tableOf } from './aws-lists/write.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const [data, dictionary] = process.argv.slice(2);
if (data === undefined || dictionary === undefined) throw new Error('Two arguments: see the first lines of this file.');

const aws2tf = readAws2tf(dictionary);
const endpoints = readEndpoints(data);
const drafts = modelsIn(data).flatMap((model) => draftsOf(model, endpoints, paginatorsOf(data, model.id)));
await using dir = await temporaryDirectory();
const [matches, instances, proofs]: [Match[], Match['instances'], Proof[]] = [[], new Set(), []];
await using stack = new AsyncDisposableStack();
const estates: Applied[] = [];
for (const estate of ESTATES) {
  const applied = await apply(estate, dir.path, stack);
  estates.push(applied);
  const asker = createAsker(applied.url);
  stack.defer(() => asker.close());
  const learned = learnFrom(applied, await askFor(applied, drafts, asker, aws2tf), aws2tf);
  matches.push(...learned);
  for (const instance of applied.instances) instances.add(instance);
  proofs.push(...(await prove(applied.url, applied.regions[0] ?? 'us-east-1', applied.instances)));
}
const proven = new Set(proofs.filter(({ isProven }) => isProven).map(({ type }) => type));
const chosen = choose(joined(matches), [...instances], aws2tf, drafts);
const lines = [...chosen].map(([type, choice]) => ({ ...choice, isProven: proven.has(type) }));
const table = tableOf(lines);
writeFileSync(new URL('../assets/aws/lists.txt', import.meta.url), table);
const listed = new Set<string>();
for (const applied of estates)
  for (const { type, notListed } of await check(applied, table)) if (notListed === undefined) listed.add(type);
process.stderr.write(`${lines.length} types, ${listed.size} of them listed on the emulator, ${proven.size} proven\n`);
for (const { type, importId, why } of proofs.filter((one) => !proven.has(one.type)))
  process.stderr.write(`not proven: ${type} ${importId}: ${why}\n`);
