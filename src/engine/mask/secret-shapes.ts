/** The text that replaces every masked value. */
export const MASK = '(sensitive)';

/** Shapes that mark a text as a secret in any context. */
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
  /\bhv[sbr]\.[A-Za-z0-9_-]{8,}/g,
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
  /\b(?:glsa|glc|pscale_(?:tkn|pw|oauth)|rubygems|dckr_(?:pat|oat)|sbp|nfp|lin_(?:api|oauth)|ntn|sntry[su]|tfp|pat|aio|figd|rpa|dp\.(?:pt|st|ct|sa))_(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}/g,
  /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9]{20,}/g,
  /\bPMAK-[a-f0-9]{24}-[a-f0-9]{20,}/g,
  /\bpul-[a-f0-9]{32,}/g,
  /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,}/g,
  /\b[A-Za-z0-9_.~-]{3}[0-9]Q~[A-Za-z0-9_.~-]{30,}/g,
  /\bATATT3[A-Za-z0-9_=-]{20,}/g,
  /\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,}/g,
  /\bEAA(?:CEdEose0cBA|[A-Za-z0-9]{2})[A-Za-z0-9]{40,}/g,
  /\bsl\.[A-Za-z0-9_-]{60,}/g,
  /\b[0-9a-f]{32}-us\d{1,2}\b/g,
  /\b[MNO][A-Za-z0-9]{22,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g,
  /\bamzn\.mws\.[0-9a-f-]{36}/g,
  /\bABSK[A-Za-z0-9+/]{40,}={0,2}/g,
  /\b(?:A3T[A-Z0-9])[A-Z0-9]{16}\b/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  /\b1\/\/0[A-Za-z0-9_-]{30,}/g,
  /\boutlook\.office(?:365)?\.com\/webhook\/[A-Za-z0-9@/-]+/g,
  /\bwebhook\.office\.com\/webhookb2\/[A-Za-z0-9@/-]+/g,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{8,}/gi,
  /\bBasic\s+(?=[A-Za-z0-9+/]{0,64}[0-9=])[A-Za-z0-9+/]{8,}={0,2}(?![\w-])/g,
  /\bauthorization\\*["']?[ \t]*[:=][ \t]*\\*["']?(?!\(sensitive\))[^\r\n"']+/gi,
];

/**
 * `user:password@` in a URL; only the password is masked. A password may hold `/` and `@`, so the match ends at the
 * last `@`. Lengths are limited, so that no text takes quadratic time.
 */
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"']{0,256}:)[^\s"]{1,1024}(@)/gi;

/**
 * Names of secrets. Steps in Go errors do not match: `validating provider credentials: retrieving caller identity from
 * STS: …`.
 */
const NAME = String.raw`passw(?:or)?d|passphrase|(?<![a-z])pass(?![a-z])|pwd|secret(?!smanager)|token|(?:api|access|account|auth|private|signing|shared)[_-]?key|credential(?!s: [a-z]+ing [a-z])|connection[_-]?string|signature|(?<=[?&;])sig(?==)`;
/** Names of errors (`ExpiredToken: The …`) do not match: a sentence follows that people need. */
const NO_ERROR = '(?<!Expired|Invalid|InvalidClient|Missing|Unrecognized|Malformed|Bad)';
/** In an ARN, `secret:` is a resource type. */
const NO_ARN = String.raw`(?<!:\d{12}:)`;
/** The value of an assignment: in escaped quotes, in quotes, a YAML block, or a word. */
const VALUE = String.raw`\\+"(?:[^\\]|\\+(?![\\"]))*(?:\\+"|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'[^']*(?:'|$)|[|>][+-]?[ \t]*\n(?:[ \t]+[^\n]*(?:\n|$))+|[^\s"';&]+`;
/**
 * Assignments inside a longer text: `password=…`, `"token": "…"`, `AccountKey=…`, `DB_PASSWORD_PROD: …`. ARNs do not
 * match, because they only name a secret.
 */
const ASSIGNED = new RegExp(
  String.raw`(${NO_ERROR}${NO_ARN}(?:${NAME})[A-Za-z0-9_.-]{0,40}\\*["']?[ \t]*(?:=>|:|=(?!>))[ \t]*)(?!\\*["']?(?:\(sensitive\)|arn:))(?:${VALUE})`,
  'gi',
);

/** Other notations of secrets. The captured prefix is kept; the rest is masked. */
const SAID: RegExp[] = [
  /(\blogin[ \t]+\S{1,256}[ \t]+password[ \t]+)(?!\(sensitive\))\S+/gi,
  /(\bpassw(?:or)?d[ \t]+)"(?!\(sensitive\))[^"\n]+"/gi,
  /((?:^|\s)--?(?:[a-z0-9]{1,20}-){0,3}(?:password|passwd|secret|token|api-key)[ \t]+)(?!\(sensitive\)|-)\S+/gi,
  /(<(?:[\w:.-]{0,40}?)(?:passw(?:or)?d|secret|token|api_?key)[\w:.-]{0,40}>)(?!\(sensitive\))[^<]+/gi,
  /(\b(?:key|name)="[^"\n]{0,80}?(?:passw(?:or)?d|secret|token|api_?key)[^"\n]{0,80}"\s{1,20}value=")(?!\(sensitive\))[^"]+/gi,
  /(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^\n|;&]{0,200}?\s-p)(?!\(sensitive\)|assword)[^\s"']+/g,
  /(\b(?:sshpass|docker login|podman login)\b[^\n|;&]{0,200}?\s-p[ \t]?)(?![ \t]?\(sensitive\))[^\s"']+/g,
  /(\bredis-cli\b[^\n|;&]{0,200}?\s-a[ \t]?)(?![ \t]?\(sensitive\))[^\s"']+/g,
  /(\bcurl\b[^\n|;&]{0,200}?\s(?:-u|--user)[ =]?["']?[^\s:"']{1,128}:)(?!\(sensitive\))[^\s"']+/g,
  /((?:^|\n)[ \t]{0,40}[\w.-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|api_?key)[\w.-]{0,40}[ \t]{1,40}=[ \t]{1,40})(?![ \t]*(?:\(sensitive\)[ \t]*(?:\n|$)|["'\n{[]|arn:))[^\n]+/gi,
  /(\b(?:set-)?cookie:[ \t]*)(?![ \t]*\(sensitive\))[^\r\n]+/gi,
  /(\bhttps?:\/\/)(?!\(sensitive\))[^\s/:@"']{1,256}(?=@)/gi,
];

const ESCAPED = /[\w.~!*'()+%-]+/g;
const TWO_ESCAPES = /%[0-9a-fA-F]{2}[^%]*%[0-9a-fA-F]{2}/;

/** Masks a run of characters if it contains a secret after URL decoding. */
function maskEscaped(run: string): string {
  if (!run.includes('%') || !TWO_ESCAPES.test(run)) return run;
  let text: string;
  try {
    text = decodeURIComponent(run);
  } catch {
    return run;
  }
  return text.includes(MASK) || maskShapes(text) === text ? run : MASK;
}

const PRINTABLE = /^[\t\n\r\x20-\x7e\u00a0-\uffff]*$/;

/** True if a run of base64 decodes to a text with a secret, or to gzip, which cannot be searched. */
export function hidesSecret(run: string): boolean {
  if (run.length < 24 || run.length % 4 === 1) return false;
  if (run.startsWith('H4sI')) return run.length >= 40;
  const text = Buffer.from(run, 'base64').toString();
  return PRINTABLE.test(text) && !text.includes('\ufffd') && maskShapes(text) !== text;
}

/** A run of base64 characters, which may be a generated secret. */
const RUN = /[A-Za-z0-9+/=_-]+/g;
const BEFORE_WORD = /[\s"'=(,;[{>]/;
const AFTER_WORD = /[\s"'),;\]}<]/;
const WORD_LENGTH = 40;

/** Masks a run that is a separate word and looks generated, or only the part after its last `=`: `key=wJalr…`. */
function maskRun(run: string, offset: number, text: string): string {
  if (hidesSecret(run)) return MASK;
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
 * Maximum length of a text that is searched, in characters; longer texts are masked as a whole. All patterns take
 * linear time, but the stack of the regular expression engine is limited.
 */
export const READABLE = 256 * 1024;

/**
 * True if a long word mixes characters like a generated secret. Lower-case hex is a hash or id, `AAAAB3…` an SSH public
 * key.
 */
function looksGenerated(word: string): boolean {
  if (/^AAAA[BCE]3/.test(word)) return false;
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/\d/.test(word)) return false;
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, n) => sum - (n / word.length) * Math.log2(n / word.length), 0);
  return bits > 4.2;
}

/**
 * Masks only secrets that need no context. Used for addresses and for the keys of a policy's conditions, where a word
 * with a colon is not an assignment: `token.actions.githubusercontent.com:sub`.
 */
export function maskKnown(text: string): string {
  if (text.length > READABLE) return MASK;
  let out = text;
  for (const shape of SHAPES) out = out.replace(shape, MASK);
  return out.replace(URL_PASSWORD, `$1${MASK}$2`);
}

/** Masks secrets by shape and in assignments. Random-looking words stay. */
export function maskShapes(text: string): string {
  let out = maskKnown(text).replace(ASSIGNED, `$1${MASK}`);
  for (const said of SAID) out = out.replace(said, `$1${MASK}`);
  return out;
}

/** Masks secrets in a foreign text: diagnostics, errors, log lines. Idempotent. */
export function maskText(text: string): string {
  return maskShapes(text).replace(ESCAPED, maskEscaped).replace(RUN, maskRun);
}

/** True if a run is a path: some of its parts are words, unlike in generated text. */
const isPath = (run: string) =>
  run.split('/').length > 1 && run.split('/').some((part) => /^[a-z][a-z_-]{2,}$/.test(part));

/**
 * Masks secrets by shape and generated-looking words in a name (a key of an object, an address). Assignments such as
 * `password=` are not masked, because people must be able to find the name.
 */
export function maskName(name: string): string {
  return maskKnown(name).replace(RUN, (run: string, offset: number, text: string) =>
    isPath(run) ? run : maskRun(run, offset, text),
  );
}
