import type { SchemaNode } from '../../base/schema.ts';
import type { Path } from '../../base/value.ts';
import { pathThrough } from '../value/path.ts';
import { maskText } from './mask.ts';

/** A path as people write it, masked, because keys of maps may be secrets. */
export function pathText(schema: SchemaNode, path: Path): string {
  return maskText(pathThrough(schema, path));
}
