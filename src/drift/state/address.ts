/** A count index, a for_each key, or none. */
export type InstanceKey = string | number | undefined;

const ESCAPES: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A for_each key as Terraform quotes it: like an HCL string, so that template markers are doubled. */
function quote(key: string): string {
  const escaped = key.replace(/["\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);
  // A replacement text would read `$$` as one dollar sign; a function's result is taken as it is.
  return `"${escaped.replace(/[$%]\{/g, (marker) => marker[0] + marker)}"`;
}

/** The part in brackets: `[0]`, `["a b"]`, or nothing. */
export function formatKey(key: InstanceKey): string {
  if (key === undefined) return '';
  return `[${typeof key === 'number' ? key : quote(key)}]`;
}

/**
 * The absolute address of a resource instance as Terraform prints it: `module.net["a"].aws_subnet.private[0]`.
 * `module` is the text that the state has, which is formatted already.
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
  return `${module}${data}${parts.type}.${parts.name}${formatKey(parts.key)}${deposed}`;
}
