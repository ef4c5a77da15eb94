import type { SourceForm } from '../contract/kind.ts';
import { field, form, optional } from '../contract/fields.ts';

/** States in Consul's key/value store, as the backend `consul` writes them. */
export const CONSUL: SourceForm = {
  title: 'Consul',
  grants: `key_prefix "terraform/" {
  policy = "read"
}`,
  settings: form({
    address: field('The server', 'consul.acme.example:8501', { pattern: '^[A-Za-z0-9.:\\[\\]-]+$' }),
    scheme: optional(field('https where none is named, or http', 'https', { pattern: '^https?$' })),
    path: field('The path of a state, or the beginning of many paths', 'terraform/'),
    datacenter: optional(field("The datacenter, if not the server's own", 'dc1', { pattern: '^[\\w-]+$' })),
  }),
  credentials: form({ token: optional(field('An ACL token', '00000000-0000-0000-0000-000000000000')) }),
};
