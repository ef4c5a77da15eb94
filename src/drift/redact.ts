export { createMasker, maskValue, sensitiveDepth, type Masker } from './redact/mask.ts';
export { maskKnown, maskText, MASK } from './redact/shapes.ts';
export { maskSecrets, secretsOf, secretsOfObserved, withoutSecrets, type Secrets } from './redact/known.ts';
