import type { SchemaNode } from '../../base/schema.ts';
import type { Path } from '../../base/value.ts';
import { pathThrough } from '../value/diff.ts';
import { maskProse } from './mask-value.ts';

export { createMasker, maskProse as maskText, maskValue, sensitiveDepth, type Masker } from './mask-value.ts';
export { maskKnown, maskName, MASK } from './secret-shapes.ts';
export {
  joinSecrets,
  maskSecrets,
  secretsOf,
  secretsOfObserved,
  secretsOfState,
  withoutSecrets,
  type Secrets,
} from './known-secrets.ts';

/** The text of a path, masked because keys of maps may be secrets. */
export function pathText(schema: SchemaNode, path: Path): string {
  return maskProse(pathThrough(schema, path));
}
