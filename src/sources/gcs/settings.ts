import type { SourceForm } from '../contract/kind.ts';
import { address, field, file, form, optional } from '../contract/fields.ts';

/** States in a bucket of Google Cloud Storage, as the backend `gcs` writes them: `<prefix>/<workspace>.tfstate`. */
export const GCS: SourceForm = {
  settings: form({
    bucket: field('The bucket', 'acme-terraform-states', { maxLength: 222 }),
    prefix: optional(field('Only states whose names begin with it', 'platform/')),
    endpoint: optional(
      address('Where Cloud Storage is reached, if not at its own address', 'https://storage-acme.p.googleapis.com'),
    ),
  }),
  credentials: form({
    credentials: optional(file("A service account's key, the JSON file as a text", '{"type": "service_account", …}')),
    access_token: optional(field('An OAuth access token, in the place of a key', 'ya29.…', { maxLength: 4096 })),
  }),
};
