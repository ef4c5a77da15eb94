/** The kinds of state sources, by the names of Terraform's backends where it has one for them. */
export const SOURCE_KIND_NAMES = [
  's3',
  'gcs',
  'azurerm',
  'hcp',
  'gitlab',
  'http',
  'pg',
  'kubernetes',
  'consul',
  'directory',
] as const;

export type SourceKindName = (typeof SOURCE_KIND_NAMES)[number];
