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
