import { join } from 'node:path';
import { decode } from '@msgpack/msgpack';
import { isObject } from '../../src/base/json.ts';
import { ownPlace } from '../../src/clouds/aws/catalog/places.ts';
import { forEachBounded } from '../../src/engine/refresh/bounded.ts';
import type { Plugin } from '../../src/provider/process/plugin.ts';
import { AWS, findAwsProvider } from '../../testkit/estate/aws-provider.ts';
import { configure, opened } from '../../testkit/plugin/open.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import type { Managed } from './instances.ts';
import { IMPORT_IDS } from './reviewed.ts';

const CALL_MS = 60_000;

/** The result of importing an instance by its import id. */
export type Proof = { type: string; importId: string; isProven: boolean; why: string };

async function importOne(plugin: Plugin, { type, importId, attributes }: Managed): Promise<Proof> {
  const said = (isProven: boolean, why: string): Proof => ({ type, importId, isProven, why });
  const failed = (diagnostics: readonly { severity: string; summary: string }[]) =>
    diagnostics.find(({ severity }) => severity === 'ERROR')?.summary;
  try {
    const imported = await plugin.call('ImportResourceState', { type_name: type, id: importId }, CALL_MS);
    const refused = failed(imported.diagnostics);
    const first = imported.imported_resources.find(({ type_name }) => type_name === type);
    if (refused !== undefined || !first?.state) return said(false, refused ?? 'no object imported');
    const request = { type_name: type, current_state: first.state, private: first.private };
    const read = await plugin.call('ReadResource', request, CALL_MS);
    const error = failed(read.diagnostics);
    if (error !== undefined) return said(false, error);
    const object = read.new_state?.msgpack?.length ? decode(read.new_state.msgpack) : null;
    if (!isObject(object)) return said(false, 'not there');
    const same = typeof attributes.id !== 'string' || object.id === attributes.id || IMPORT_IDS[type] !== undefined;
    return said(same, same ? '' : `another id: ${String(object.id)}`);
  } catch (error) {
    return said(false, error instanceof Error ? error.message : String(error));
  }
}

/** Lets the provider import each instance and read the imported object, which proves that it has its type. */
export async function prove(endpoint: string, region: string, instances: readonly Managed[]): Promise<Proof[]> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryDirectory());
  const found = await findAwsProvider(join(path, 'found'));
  const byRegion = Map.groupBy(
    instances,
    ({ type, attributes }) => ownPlace({ mode: 'managed', type, values: () => attributes }).region ?? region,
  );
  const proofs: Proof[] = [];
  for (const [where, here] of byRegion) {
    const plugin = stack.use(await opened({ source: AWS, ...found }, { AWS_ENDPOINT_URL: endpoint }));
    await configure(plugin, {
      region: where,
      access_key: 'test',
      secret_key: 'test',
      s3_use_path_style: true,
      max_retries: 1,
      skip_metadata_api_check: 'true',
      skip_credentials_validation: true,
    });
    await forEachBounded(here, 8, async (instance) => void proofs.push(await importOne(plugin, instance)));
  }
  return proofs;
}
