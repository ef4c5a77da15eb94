/** Names of attributes and keys whose value is a secret, or may well hold one. */
const SECRET =
  /passw(or)?d|passphrase|passcode|pwd|(^|_)pass$|secret|token|credential|private_?key|api_?key|access_?key|auth_?key|shared_?key|pre_?shared|(^|_)psk$|account_?key|master_?key|encryption_key$|signing_?key|session_?key|connection_?string|user_?data|custom_?data|startup_?script|cloud_?init|kube_?config|docker_?config|htpasswd|cookie|bearer|webhook_?url|\bdsn\b|^(key|value)_material$/i;

/** Endings that say something about a secret, and are none: its place, its kind, its rules. */
const ABOUT =
  /(_|^)(arns?|ids?|names?|versions?|policy|policies|enabled|length|age|types?|count|days|period|status|validity|validity_units|hours|minutes|seconds|expiration|expiry|ttl|rotation|required|prevention|mode|algorithm|at|date|region|path|file|url_suffix|window|size|usage)$/i;

/** Maps in which people keep secrets under any key. */
const ENVIRONMENT =
  /^(environment|environment_?variables?|variables|env|env_?vars?|app_settings|secrets|sensitive_values)$/i;

/** Names of values that look generated and are public. */
const PUBLIC =
  /hash|sha(1|256|384|512)|md5|e_?tag|checksum|digest|fingerprint|thumbprint|public_?key|certificate|(^|_)(chain|ca|version_id|unique_id)$/i;

/**
 * Whether a value under this name is masked. Rather once too often: a masked value can still be told to have changed. IAM's
 * condition keys (`secretsmanager:ResourceTag`) are no names of secrets.
 */
export function isSecretName(name: string): boolean {
  return SECRET.test(name) && !ABOUT.test(name) && !name.startsWith('secretsmanager:');
}

/** Whether the values of maps, and of name and value pairs, below this name are masked. */
export function isEnvironmentName(name: string): boolean {
  return ENVIRONMENT.test(name);
}

/** Whether what stands under this name is public, however random it looks. */
export function isPublicName(name: string): boolean {
  return PUBLIC.test(name);
}
