/**
 * Whether the first few kilobytes of an object look like a state. Keys do not tell, because a state may have any name. Terraform writes `version` first and the others of these words right after it;
 * tools that sort keys put `lineage`, `outputs` and `resources` first; OpenTofu's encrypted ones have words of their own.
 */
export function looksLikeState(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (!text.startsWith('{')) return false;
  if (/"(encrypted_data|encryption_version)"\s*:/.test(text)) return true;
  if (/"version"\s*:\s*\d/.test(text)) return /"(terraform_version|lineage|serial|resources|modules)"\s*:/.test(text);
  return /"lineage"\s*:/.test(text) && /"(outputs|resources|modules)"\s*:/.test(text);
}

/** Whether a key is that of a lock or a backup beside a state. */
export function isSidecar(key: string): boolean {
  return /\.tflock$|\.lock\.info$|\.backup$/.test(key);
}
