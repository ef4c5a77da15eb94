import { AppError } from '../../base/errors.ts';

/** A time that was sent to us. Throws 422 for one that its format allows and that no clock shows, such as a leap second. */
export function instantOf(text: string, path: string): Date {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  throw new AppError('invalid_input', 'A time cannot be read: see errors.', {
    fields: [{ path, message: 'must be a time, such as 2026-01-31T09:30:00Z' }],
  });
}
