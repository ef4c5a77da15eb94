/** What a masked value reads, everywhere. */
export const MASK = '(sensitive)';

/** Texts that are a secret by their shape, wherever they stand. */
const SHAPES: RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----|$)/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g,
  /\bPuTTY-User-Key-File-\d[\s\S]*/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/gi,
  /\$(?:apr1|[156y]|2[abxy]|argon2(?:id?|d)|scrypt)\$[^\s"'$]{1,256}(?:\$[^\s"'$]{1,256}){0,4}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g,
  /\bgl(?:pat|dt|rt|ptt|ft|imt|agent|soat|cbt)-[A-Za-z0-9_-]{10,}/g,
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
  /\bs\.[A-Za-z0-9]{24}\b/g,
  /\bGOCSPX-[A-Za-z0-9_-]{16,}/g,
  /\bshp(?:at|ca|pa|ss)_[A-Za-z0-9]{16,}/g,
  /\bhf_[A-Za-z0-9]{20,}/g,
  /\bdapi(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}/g,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{20,}/g,
  /\bNRAK-[A-Za-z0-9]{16,}/g,
  /\bkey-[A-Za-z0-9]{30,}\b/g,
  /\bSK[0-9a-fA-F]{32}\b/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]+/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{8,}/gi,
  /\bBasic\s+(?=[A-Za-z0-9+/]{0,64}[0-9=])[A-Za-z0-9+/]{8,}={0,2}(?![\w-])/g,
  /\bauthorization\\*["']?[ \t]*[:=][ \t]*\\*["']?(?!\(sensitive\))[^\r\n"']+/gi,
];

/**
 * `user:password@` in a URL; the user may be shown, the password not. A password may hold `/` and `@`, so the last `@`
 * counts. Bounded, so that no text takes quadratic time.
 */
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"']{0,256}:)[^\s"]{1,1024}(@)/gi;

const NAME = String.raw`passw(?:or)?d|passphrase|(?<![a-z])pass(?![a-z])|pwd|secret(?!smanager)|token|(?:api|access|account|auth|private|signing|shared)[_-]?key|credential|connection[_-]?string|signature|(?<=[?&;])sig(?==)`;
/** Names of errors (`ExpiredToken: The …`) are followed by a sentence, which people need. */
const NO_ERROR = '(?<!Expired|Invalid|InvalidClient|Missing|Unrecognized|Malformed|Bad)';
/** In an ARN, `secret:` says what kind of thing it names. */
const NO_ARN = String.raw`(?<!:\d{12}:)`;
/** What is assigned: a text in quotes that are escaped, one in quotes, a block of YAML, or a word. */
const VALUE = String.raw`\\+"(?:[^\\]|\\+(?![\\"]))*(?:\\+"|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'[^']*(?:'|$)|[|>][+-]?[ \t]*\n(?:[ \t]+[^\n]*(?:\n|$))+|[^\s"';&]+`;
/** `password=…`, `"token": "…"`, `AccountKey=…`, `DB_PASSWORD_PROD: …` inside a longer text. ARNs only name a secret. */
const ASSIGNED = new RegExp(
  String.raw`(${NO_ERROR}${NO_ARN}(?:${NAME})[A-Za-z0-9_.-]{0,40}\\*["']?[ \t]*(?:=>|:|=(?!>))[ \t]*)(?!\\*["']?(?:\(sensitive\)|arn:))(?:${VALUE})`,
  'gi',
);

/** Other ways to say what a secret is: what stands before it, which is kept, and the secret. */
const SAID: RegExp[] = [
  /(\blogin[ \t]+\S{1,256}[ \t]+password[ \t]+)(?!\(sensitive\))\S+/gi,
  /(\bpassw(?:or)?d[ \t]+)"(?!\(sensitive\))[^"\n]+"/gi,
  /((?:^|\s)--?(?:[a-z0-9]{1,20}-){0,3}(?:password|passwd|secret|token|api-key)[ \t]+)(?!\(sensitive\)|-)\S+/gi,
  /(<(?:[\w:.-]{0,40}?)(?:passw(?:or)?d|secret|token|api_?key)[\w:.-]{0,40}>)(?!\(sensitive\))[^<]+/gi,
  /(\b(?:key|name)="[^"\n]{0,80}?(?:passw(?:or)?d|secret|token|api_?key)[^"\n]{0,80}"\s{1,20}value=")(?!\(sensitive\))[^"]+/gi,
  /(\bhttps?:\/\/)(?!\(sensitive\))[^\s/:@"']{1,256}(?=@)/gi,
];

/** A run of the signs of base64, in which a generated secret may hide, with what stands before it. */
const RUN = /[A-Za-z0-9+/=_-]+/g;
const BEFORE_WORD = /[\s"'=(,;[{>]/;
const AFTER_WORD = /[\s"'),;\]}<]/;
const WORD_LENGTH = 40;

/** Masks a run that is a word of its own and looks generated, or what follows the last `=` in it: `key=wJalr…`. */
function maskRun(run: string, offset: number, text: string): string {
  if (run.length < WORD_LENGTH) return run;
  const after = text[offset + run.length];
  if (after !== undefined && !AFTER_WORD.test(after)) return run;
  let end = run.length;
  while (end > 0 && run[end - 1] === '=') end -= 1;
  const from = end === 0 ? 0 : run.lastIndexOf('=', end - 1) + 1;
  const word = run.slice(from);
  const before = from > 0 ? '=' : text[offset - 1];
  const alone = before === undefined || BEFORE_WORD.test(before);
  if (!alone || word.startsWith('/') || word.length < WORD_LENGTH) return run;
  return looksGenerated(word) ? run.slice(0, from) + MASK : run;
}

/**
 * Characters of a text that are looked through; what is longer than that nobody reads, and it is masked as a whole. All
 * patterns take time in proportion to the text; their engine's stack has an end all the same.
 */
const READABLE = 256 * 1024;

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
  if (text.length > READABLE) return MASK;
  let out = text;
  for (const shape of SHAPES) out = out.replace(shape, MASK);
  return out.replace(URL_PASSWORD, `$1${MASK}$2`);
}

/** Takes out what is a secret by its shape alone, however it is called; random looking words stay. */
export function maskShapes(text: string): string {
  let out = maskKnown(text).replace(ASSIGNED, `$1${MASK}`);
  for (const said of SAID) out = out.replace(said, `$1${MASK}`);
  return out;
}

/**
 * Takes secrets out of a text that somebody else wrote: diagnostics, errors, log lines. Masking twice changes nothing.
 */
export function maskText(text: string): string {
  return maskShapes(text).replace(RUN, maskRun);
}
