import { readFileSync } from 'node:fs';
import { isObject } from '../../src/base/json.ts';
import { IMPORT_IDS } from './reviewed.ts';

/** A state's instance, with the ids that a list may return. */
export type Managed = {
  type: string;
  /** The id that `ImportResourceState` takes. */
  importId: string;
  arn: string | undefined;
  name: string | undefined;
  attributes: Readonly<Record<string, unknown>>;
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Builds the import id from the template of a type; undefined if the attributes lack a part of it. */
function importIdOf(type: string, attributes: Readonly<Record<string, unknown>>): string | undefined {
  const template = IMPORT_IDS[type] ?? '{id}';
  let isWhole = true;
  const filled = template.replace(/\{(\w+)(#\/)?\}/g, (_, name: string, last?: string) => {
    const value = text(attributes[name]);
    if (value === undefined) isWhole = false;
    return (last === undefined ? value : value?.split('/').at(-1)) ?? '';
  });
  return isWhole && filled !== '' ? filled : undefined;
}

type State = { resources: { mode: string; type: string; provider: string; instances: { attributes: unknown }[] }[] };

/** Reads the managed AWS instances of a state file. */
export function instancesIn(path: string): Managed[] {
  const { resources } = JSON.parse(readFileSync(path, 'utf8')) as State;
  return resources
    .filter(({ mode, type }) => mode === 'managed' && type.startsWith('aws_'))
    .flatMap(({ type, instances }) =>
      instances.flatMap(({ attributes }) => {
        if (!isObject(attributes)) return [];
        const importId = importIdOf(type, attributes);
        if (importId === undefined) return [];
        return [{ type, importId, arn: text(attributes.arn), name: text(attributes.name), attributes }];
      }),
    );
}
