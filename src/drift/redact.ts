export { createMasker, maskValue, type Masked, type Masker } from './redact/mask.ts';
export { maskText, MASK } from './redact/shapes.ts';
