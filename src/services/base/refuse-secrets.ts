import { AppError, type FieldError } from '../../base/errors.ts';
import { maskName } from '../../engine/mask/mask.ts';

/** The strings in a value that look like secrets, by JSON pointer. */
export function secretFields(value: unknown, at = ''): FieldError[] {
  if (typeof value === 'string') return maskName(value) !== value ? [{ path: at, message: 'looks like a secret' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => secretFields(one, `${at}/${key}`));
}

/**
 * Throws 422 if a name, a pattern or a key that is about to be stored looks like a secret. People paste secrets into
 * the wrong field, and a name cannot be masked without becoming another name.
 */
export function refuseSecrets(input: object): void {
  const fields = secretFields(input);
  if (fields.length === 0) return;
  const detail = 'This looks like a secret; nothing was stored. If it is one, change it.';
  throw new AppError('invalid_input', detail, { fields });
}
