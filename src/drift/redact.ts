export { createMasker, maskProse as maskText, maskValue, sensitiveDepth, type Masker } from './redact/mask.ts';
export { maskKnown, maskName, MASK } from './redact/shapes.ts';
export {
  joinSecrets,
  maskSecrets,
  secretsOf,
  secretsOfObserved,
  secretsOfState,
  withoutSecrets,
  type Secrets,
} from './redact/known.ts';
