import { maskName } from '../mask/secret-shapes.ts';

/** A count index or a for_each key; undefined without count and for_each. */
export type InstanceKey = string | number | undefined;

const ESCAPES: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Characters that Go's unicode.IsPrint rejects: all except letters, marks, numbers, punctuation, symbols and the space.
 */
const SPECIAL = /["\\\n\r\t]|[$%](?=\{)|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

function escape(character: string): string {
  const short = ESCAPES[character];
  if (short !== undefined) return short;
  if (character === '$' || character === '%') return character + character;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

/**
 * Formats a for_each or map key as Terraform prints it: an HCL string, with template markers doubled and unprintable
 * characters as `\u0007` or `\U000e0001` (hashicorp/terraform internal/addrs, toHCLQuotedString). An unpaired surrogate
 * becomes U+FFFD, as in Go.
 */
export function quoteKey(key: string): string {
  return `"${key.toWellFormed().replace(SPECIAL, escape)}"`;
}

/** The instance key in brackets: `[0]`, `["a b"]`, or an empty string. */
export function formatKey(key: InstanceKey): string {
  if (key === undefined) return '';
  return `[${typeof key === 'number' ? key : quoteKey(key)}]`;
}

/**
 * Formats the absolute address of a resource instance as Terraform prints it: `module.net["a"].aws_subnet.private[0]`,
 * and `aws_vpc.a (deposed 3f9a1c22)`. `module` comes from the state and is already formatted. Parts that look like
 * secrets are masked, because addresses are stored, shown and sent to others.
 */
export function formatAddress(parts: {
  module?: string;
  mode: 'managed' | 'data';
  type: string;
  name: string;
  key?: InstanceKey;
  deposed?: string;
}): string {
  const module = parts.module ? `${parts.module}.` : '';
  const data = parts.mode === 'data' ? 'data.' : '';
  const deposed = parts.deposed === undefined ? '' : ` (deposed ${parts.deposed})`;
  return maskName(`${module}${data}${parts.type}.${parts.name}${formatKey(parts.key)}${deposed}`);
}

const KEY = /\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g;

/**
 * The resource type in an address: `aws_subnet` in `module.net["a.b"].aws_subnet.private[0]`. Undefined for other text.
 */
export function typeOfAddress(address: string): string | undefined {
  const steps = address.replace(KEY, '').split('.');
  while (steps[0] === 'module' && steps.length > 3) steps.splice(0, 2);
  if (steps[0] === 'data') steps.shift();
  const [type = '', name = '', ...more] = steps;
  const isAddress =
    more.length === 0 && /^[a-z][a-z0-9]*_[a-z0-9_]+$/.test(type) && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);
  return isAddress ? type : undefined;
}
