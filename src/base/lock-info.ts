import { isObject } from './json.ts';

/**
 * Reads a lock of Terraform or OpenTofu: `{"ID", "Operation", "Info", "Who", "Version", "Created", "Path"}`, the same in
 * every backend. Unreadable fields are undefined.
 */
export function readLock(text: string): { operation: string | undefined; created: Date | undefined } {
  const nothing = { operation: undefined, created: undefined };
  try {
    const lock: unknown = JSON.parse(text);
    if (!isObject(lock)) return nothing;
    const { Operation: operation, Created: created } = lock;
    const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
    return {
      operation: typeof operation === 'string' ? operation : undefined,
      created: Number.isNaN(at) ? undefined : new Date(at),
    };
  } catch {
    return nothing;
  }
}
