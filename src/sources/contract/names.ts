/** The kinds of state sources, by the name of the corresponding Terraform backend if there is one. */
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
