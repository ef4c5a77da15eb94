import type { Value } from '../../../base/value.ts';

/** The number that a value is; undefined for none. */
export function numberOf(value: Value | undefined): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  return Number(value);
}

const VERSIONS: readonly (readonly [RegExp, number])[] = [
  [/ssl[ _-]?v?[23]/i, 0],
  [/tls[ _-]?(?:v)?1[._-]?3[-_]1[._-]([0-3])/i, Number.NaN],
  [/tls13-1-([0-3])/i, Number.NaN],
  [/tls[ _-]?v?1[._-]([0-3])(?!\d)/i, Number.NaN],
  [/^1\.([0-3])$/, Number.NaN],
  [/fs-1-([0-2])/i, Number.NaN],
  [/tls[ _-]?v?1(?![\d.])/i, 1.0],
  [/^ELBSecurityPolicy-(?:FS-)?20\d\d/, 1.0],
];

/**
 * The oldest version of TLS that a policy accepts, by its name: `TLSv1.2_2021`, `ELBSecurityPolicy-TLS13-1-2-2021-06`,
 * `Policy-Min-TLS-1-0-2019-07`, `TLS1_2`, `1.2`. 0 for SSL; undefined for a name that does not say.
 */
export function oldestTls(value: Value | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  for (const [form, version] of VERSIONS) {
    const match = form.exec(value);
    if (match) return Number.isNaN(version) ? Number(`1.${match[1]}`) : version;
  }
  return undefined;
}

export const tlsText = (version: number): string => (version === 0 ? 'SSL' : `TLS ${version.toFixed(1)}`);

const ON = /^(enabled|on|true|active|required|enable|yes|allow)$/i;
const OFF = /^(disabled|off|false|suspended|none|inactive|allow-all|optional|disable|no|)$/i;

/** Whether a value says that something is on; undefined for one that is no switch. */
export function isOn(value: Value | undefined): boolean | undefined {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) > 0;
  if (typeof value !== 'string') return undefined;
  if (ON.test(value)) return true;
  return OFF.test(value) ? false : undefined;
}
