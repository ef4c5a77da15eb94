import { Value } from 'typebox/value';
import { AppError, type FieldError } from '../../base/errors.ts';
import { fieldsOf } from '../../sources/contract/fields.ts';
import type { Given, SourceForm } from '../../sources/contract/kind.ts';

/** Throws 422 if fields do not fit the kind. Messages name fields, never their values. */
export function refuseInvalidFields(form: SourceForm, given: { settings: Given; credentials: Given }): void {
  const fields: FieldError[] = [];
  for (const part of ['settings', 'credentials'] as const) {
    const known = form[part].properties;
    const examples = new Map(fieldsOf(form[part]).map(({ name, example }) => [`/${name}`, example]));
    for (const name of Object.keys(given[part]).filter((one) => !(one in known)))
      fields.push({
        path: `/${part}/${name}`,
        message: `is no field of it; known are ${Object.keys(known).join(', ')}`,
      });
    for (const [name, value] of Object.entries(given[part]))
      if (/^https?:/.test(value) && !URL.canParse(value))
        fields.push({ path: `/${part}/${name}`, message: 'is no URL' });
    for (const name of form[part].required ?? [])
      if (!(name in given[part])) fields.push({ path: `/${part}/${name}`, message: 'is required' });
    for (const { instancePath, message, keyword } of Value.Errors(form[part], given[part]))
      if (keyword !== 'required' && !fields.some(({ path }) => path === `/${part}${instancePath}`))
        fields.push({
          path: `/${part}${instancePath}`,
          message: keyword === 'pattern' ? `is not valid; an example: ${examples.get(instancePath)}` : message,
        });
  }
  if (fields.length > 0)
    throw new AppError('invalid_input', 'The fields do not fit this kind of state source.', { fields });
}
