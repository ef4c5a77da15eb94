import type { SourceForm } from '../contract/kind.ts';
import { address, field, file, form, optional } from '../contract/fields.ts';

const WORKLOAD_IDENTITY_PROVIDER =
  'projects/123456789012/locations/global/workloadIdentityPools/plumbline/providers/plumbline';

/** States in a bucket of Google Cloud Storage, as the backend `gcs` writes them: `<prefix>/<workspace>.tfstate`. */
export const GCS: SourceForm = {
  title: 'Google Cloud Storage',
  grants: `gcloud iam service-accounts create plumbline
gcloud storage buckets add-iam-policy-binding gs://acme-terraform-states \\
  --member=serviceAccount:plumbline@PROJECT.iam.gserviceaccount.com --role=roles/storage.objectViewer
gcloud iam service-accounts keys create key.json --iam-account=plumbline@PROJECT.iam.gserviceaccount.com`,
  settings: form({
    bucket: field('The bucket', 'acme-terraform-states', { maxLength: 222 }),
    prefix: optional(field('Only states whose names begin with it', 'platform/')),
    workload_identity_provider: optional(
      field('In the place of credentials: the provider of a pool that trusts this server', WORKLOAD_IDENTITY_PROVIDER, {
        pattern: '^projects/[0-9]+/locations/[a-z0-9-]+/workloadIdentityPools/[a-z0-9-]+/providers/[a-z0-9-]+$',
      }),
    ),
    service_account: optional(
      field('The service account to act as, with workload identity', 'plumbline@acme.iam.gserviceaccount.com', {
        pattern: '^[a-z0-9-]+@[a-z0-9.-]+$',
      }),
    ),
    token_endpoint: optional(
      address(
        "Where Google's token services are reached, if not at their own addresses",
        'https://sts-acme.p.googleapis.com',
      ),
    ),
    endpoint: optional(
      address('Where Cloud Storage is reached, if not at its own address', 'https://storage-acme.p.googleapis.com'),
    ),
  }),
  credentials: form({
    credentials: optional(file("A service account's key, the JSON file as a text", '{"type": "service_account", …}')),
    access_token: optional(field('An OAuth access token, in the place of a key', 'ya29.…', { maxLength: 4096 })),
  }),
};
