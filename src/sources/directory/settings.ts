import type { SourceForm } from '../contract/kind.ts';
import { field, form } from '../contract/fields.ts';

/** State files in a directory of the server, however they are put there. */
export const DIRECTORY: SourceForm = {
  title: 'Directory on the server',
  settings: form({
    path: field('The directory, or one file', '/var/lib/terraform', { pattern: '^/[^\\x00-\\x1f]*$' }),
  }),
  credentials: form({}),
  isOperatorOnly: true,
};
