import { AZURERM } from './azurerm/settings.ts';
import { CONSUL } from './consul/settings.ts';
import type { SourceForm } from './contract/kind.ts';
import type { SourceKindName } from './contract/names.ts';
import { DIRECTORY } from './directory/settings.ts';
import { GCS } from './gcs/settings.ts';
import { GITLAB } from './gitlab/settings.ts';
import { HCP } from './hcp/settings.ts';
import { HTTP } from './http/settings.ts';
import { KUBERNETES } from './kubernetes/settings.ts';
import { PG } from './pg/settings.ts';
import { S3 } from './s3/settings.ts';

/** The definition of each kind of state source. */
export const SOURCE_FORMS = {
  s3: S3,
  gcs: GCS,
  azurerm: AZURERM,
  hcp: HCP,
  gitlab: GITLAB,
  http: HTTP,
  pg: PG,
  kubernetes: KUBERNETES,
  consul: CONSUL,
  directory: DIRECTORY,
} as const satisfies Record<SourceKindName, SourceForm>;
