/** What a masked value reads, everywhere. */
export const MASK = '(sensitive)';

/** Texts that are a secret by their shape, wherever they stand. */
const SHAPES: RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----|$)/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bxapp-[A-Za-z0-9-]{10,}/g,
  /\bhooks\.slack\.com\/services\/[A-Za-z0-9/]+/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\bplk_[0-9A-Za-z]{30,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,100}\.[A-Za-z0-9_-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{36,}/g,
  /\bpypi-[A-Za-z0-9_-]{50,}/g,
  /\bdop_v1_[a-f0-9]{32,}/g,
  /\bhv[sb]\.[A-Za-z0-9_-]{20,}/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]+/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{8,}/gi,
  /\bauthorization\\*["']?[ \t]*[:=][ \t]*\\*["']?(?!\(sensitive\))[^\r\n"']+/gi,
];

/**
 * `user:password@` in a URL; the user may be shown, the password not. A password may hold `/` and `@`, so the last `@`
 * counts. Bounded, so that no text takes quadratic time.
 */
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"']{0,256}:)[^\s"]{1,1024}(@)/gi;

const NAME = String.raw`passw(?:or)?d|passphrase|pwd|secret(?!smanager)|token|(?:api|access|account|auth|private|signing|shared)[_-]?key|credential|connection[_-]?string|signature`;
/** Names of errors (`ExpiredToken: The …`) are followed by a sentence, which people need. */
const NO_ERROR = '(?<!Expired|Invalid|InvalidClient|Missing|Unrecognized|Malformed|Bad)';
/** In an ARN, `secret:` says what kind of thing it names. */
const NO_ARN = String.raw`(?<!:\d{12}:)`;
const VALUE = String.raw`\\+"(?:(?!\\+")[\s\S])*(?:\\+"|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'[^']*(?:'|$)|[^\s"';&]+`;
/** `password=…`, `"token": "…"`, `AccountKey=…`, `DB_PASSWORD_PROD: …` inside a longer text. ARNs only name a secret. */
const ASSIGNED = new RegExp(
  String.raw`(${NO_ERROR}${NO_ARN}(?:${NAME})[A-Za-z0-9_.-]{0,40}\\*["']?[ \t]*(?:=>|:|=(?!>))[ \t]*)(?!\\*["']?(?:\(sensitive\)|arn:))(?:${VALUE})`,
  'gi',
);

/** A long word of the signs of base64, in which a generated secret may hide; neither a path nor part of an ARN or URL. */
const WORD = /(?<![^\s"'=(,;[{>])(?!\/)[A-Za-z0-9+/=_-]{40,}(?![^\s"'),;\]}<])/g;

/** Whether a long word is mixed like a generated secret. Lower-case hex is a hash or id, `AAAAB3…` an SSH public key. */
function looksGenerated(word: string): boolean {
  if (/^AAAA[BCE]3/.test(word)) return false;
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/\d/.test(word)) return false;
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, n) => sum - (n / word.length) * Math.log2(n / word.length), 0);
  return bits > 4.2;
}

/**
 * Takes out only what is a secret whatever stands around it. For addresses and for the keys of a policy's conditions, in
 * which a word and a colon are no assignment: `token.actions.githubusercontent.com:sub`.
 */
export function maskKnown(text: string): string {
  let out = text;
  for (const shape of SHAPES) out = out.replace(shape, MASK);
  return out.replace(URL_PASSWORD, `$1${MASK}$2`);
}

/** Takes out what is a secret by its shape alone, however it is called; random looking words stay. */
export function maskShapes(text: string): string {
  return maskKnown(text).replace(ASSIGNED, `$1${MASK}`);
}

/**
 * Takes secrets out of a text that somebody else wrote: diagnostics, errors, log lines. Masking twice changes nothing.
 */
export function maskText(text: string): string {
  return maskShapes(text).replace(WORD, (word) => (looksGenerated(word) ? MASK : word));
}
