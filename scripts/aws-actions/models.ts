import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

type Member = { shape: string; location?: string; locationName?: string; streaming?: boolean };
export type Shape = {
  type: string;
  enum?: readonly string[];
  sensitive?: boolean;
  members?: Record<string, Member>;
  /** The shape of a list's elements. */
  member?: { shape: string };
  /** The shape of a map's values. */
  value?: { shape: string };
  required?: string[];
};
export type Operation = {
  name: string;
  http: { method: string; requestUri: string };
  input?: { shape: string };
  output?: { shape: string };
  deprecated?: boolean;
  endpoint?: { hostPrefix?: string };
  /** The operation's values for parameters of the service's endpoints. */
  staticContextParams?: Record<string, { value: unknown }>;
};
export type Model = {
  id: string;
  metadata: {
    protocol: string;
    protocols?: string[];
    signingName?: string;
    endpointPrefix: string;
    targetPrefix?: string;
    awsQueryCompatible?: object;
    serviceId?: string;
  };
  operations: Record<string, Operation>;
  shapes: Record<string, Shape>;
  rules: unknown;
};

const json = (file: string): unknown => JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));

/** The newest model of each service in botocore's `data` directory. */
export function modelsIn(data: string): Model[] {
  return readdirSync(data)
    .filter((id) => !id.endsWith('.json') && !id.endsWith('.gz'))
    .toSorted()
    .flatMap((id) => {
      const version = readdirSync(join(data, id))
        .filter((name) => existsSync(join(data, id, name, 'service-2.json.gz')))
        .toSorted()
        .at(-1);
      if (version === undefined) return [];
      const file = (name: string) =>
        json(join(data, id, version, `${name}-1.json.gz`.replace('service-1', 'service-2')));
      const model = file('service') as Omit<Model, 'id' | 'rules'>;
      // CloudFront's models append the version to operation names; the common names are without it.
      for (const [name, operation] of Object.entries(model.operations)) operation.name = name;
      return [{ ...model, id, rules: file('endpoint-rule-set') }];
    });
}

type Partition = { regions: Record<string, unknown>; outputs: { dnsSuffix: string; dualStackDnsSuffix: string } };

/** The partitions in botocore's `data` directory. */
export const partitionsIn = (data: string): Partition[] =>
  (JSON.parse(readFileSync(join(data, 'partitions.json'), 'utf8')) as { partitions: Partition[] }).partitions;
