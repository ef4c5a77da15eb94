/** What a masked value reads, everywhere. */
export const MASK = '(sensitive)';

/** Texts that are a secret by their shape, wherever they stand. */
const SHAPES: RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|$)/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bhooks\.slack\.com\/services\/[A-Za-z0-9/]+/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\bplk_[0-9A-Za-z]{30,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\b(?:npm|pypi|dop|hvs|hvb)[_.-][A-Za-z0-9_-]{20,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{16,}/gi,
];

/** `user:password@` in a URL; the user may be shown, the password not. */
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(@)/gi;
/** `password=…`, `"token": "…"`, `AccountKey=…` inside a longer text. */
const ASSIGNED =
  /((?:passw(?:or)?d|pwd|secret(?:_?access)?(?:_?key)?|api_?key|account_?key|shared_?access_?key|access_?token|auth_?token|client_?secret|private_?key|token)["']?\s*[:=]\s*)(?!\(sensitive\))("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"',;&}]+)/gi;

/**
 * Takes secrets out of a text that somebody else wrote: diagnostics, errors, log lines. Masking twice changes nothing.
 */
export function maskText(text: string): string {
  let out = text;
  for (const shape of SHAPES) out = out.replace(shape, MASK);
  return out.replace(URL_PASSWORD, `$1${MASK}$2`).replace(ASSIGNED, `$1${MASK}`);
}

/** Letters, digits and the signs of base64 or hex, long, mixed, and without words: what a generated secret looks like. */
function looksGenerated(text: string): boolean {
  if (!/^[A-Za-z0-9+/=_-]{40,}$/.test(text)) return false;
  if (/^[0-9a-f]+$/.test(text)) return false; // hashes, digests and ids are lower-case hex
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/\d/.test(text)) return false;
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0);
  return bits > 4.2;
}

/** Whether a whole value is, or holds, a secret by its shape. */
export function hasSecretShape(text: string): boolean {
  return maskText(text) !== text || looksGenerated(text);
}
