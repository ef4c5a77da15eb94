export { createMasker, maskValue, sensitiveDepth, type Masker } from './redact/mask.ts';
export { looksSecret, maskKnown, maskText, MASK } from './redact/shapes.ts';
export {
  joinSecrets,
  maskSecrets,
  secretsOf,
  secretsOfObserved,
  secretsOfState,
  withoutSecrets,
  type Secrets,
} from './redact/known.ts';
