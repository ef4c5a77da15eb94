/**
 * Whether an object is, by its first few kilobytes, worth being parsed as a state. Terraform writes `version` first and
 * `terraform_version`, `serial` or `lineage` right after it; OpenTofu's encrypted ones begin with `meta` or
 * `encrypted_data`. S3 keys say nothing: any name is allowed for a state (ENGINE.md §6).
 */
export function looksLikeState(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (!text.startsWith('{')) return false;
  if (/"encrypted_data"\s*:/.test(text) || /"encryption_version"\s*:/.test(text)) return true;
  return /"version"\s*:\s*\d/.test(text) && /"(terraform_version|lineage|serial)"\s*:/.test(text);
}

/** Files that lie beside a state and are none: locks and backups. */
export function isSidecar(key: string): boolean {
  return /\.tflock$|\.tfstate\.lock\.info$|\.backup$|\.tfstate\.\d+\.backup$/.test(key);
}
