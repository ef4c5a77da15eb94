import type { SourceForm } from '../contract/kind.ts';
import { address, field, file, form, optional } from '../contract/fields.ts';

/** One state at an address, as the backend `http` reads it. */
export const HTTP: SourceForm = {
  title: 'HTTP',
  settings: form({
    address: {
      ...address('The address of the state', 'https://states.acme.example/network'),
      pattern: '^https?://[^\\s#@]+$',
    },
  }),
  credentials: form({
    username: optional(field('For HTTP basic authentication', 'plumbline')),
    password: optional(field('For HTTP basic authentication', 'a password')),
    headers: optional(file('Headers of the request, one a line', 'Authorization: Bearer …')),
  }),
};
