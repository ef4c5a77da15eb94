import type { ObjectNode } from '../../../base/schema.ts';
import type { Value } from '../../../base/value.ts';
import type { Item, SecretVariable, WrittenResource } from '../../model/configuration.ts';
import { resourceBody } from './resource.ts';

/** Encloses the number of a variable that has no name yet. Quoted texts contain no control characters. */
const MARK = '\u0001';
const PLACE_HOLDER = new RegExp(`${MARK}(\\d+)${MARK}`, 'g');

/** Writes a configuration as the body of a resource block, whose name and variables are not known yet. */
export function writeResource(schema: ObjectNode, config: Value): WrittenResource {
  const variables: SecretVariable[] = [];
  const body = resourceBody(schema, config, (path, { kind }) => {
    variables.push({ path, kind });
    return `${MARK}${variables.length - 1}${MARK}`;
  });
  return { body, variables, hasRegion: Object.hasOwn(schema.members, 'region') };
}

/** The body with these names of its variables, in their order. */
export function withVariables({ body, variables }: WrittenResource, names: readonly string[]): readonly Item[] {
  if (variables.length === 0) return body;
  const named = (line: string) => line.replaceAll(PLACE_HOLDER, (_, n: string) => names[Number(n)] ?? '');
  const within = (item: Item): Item =>
    item.kind === 'block' ? { ...item, body: item.body.map(within) } : { ...item, value: item.value.map(named) };
  return body.map(within);
}
