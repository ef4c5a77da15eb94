export { createMasker, maskValue, type Masker } from './redact/mask.ts';
export { maskText, MASK } from './redact/shapes.ts';
