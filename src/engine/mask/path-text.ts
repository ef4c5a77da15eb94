import type { SchemaNode } from '../../base/schema.ts';
import type { Path } from '../../base/value.ts';
import { pathThrough } from '../value/path.ts';
import { maskText } from './mask.ts';

/** A path as people write it; keys of maps may hold anything, secrets too. */
export function pathText(schema: SchemaNode, path: Path): string {
  return maskText(pathThrough(schema, path));
}
