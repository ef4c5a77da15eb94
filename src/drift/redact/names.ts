/** Names of attributes and keys whose text is a secret, or may well hold one. */
const SECRET =
  /passw(or)?d|passphrase|secret|token|credential|private_?key|api_?key|access_?key|auth_?key|shared_?key|account_?key|encryption_key$|signing_?key|connection_?string|user_?data|certificate_private|bearer|webhook_?url|\bdsn\b|^(key|value)_material$/i;

/** Endings that say something about a secret, and are none: its place, its kind, its rules. */
const ABOUT =
  /(_|^)(arns?|ids?|names?|versions?|policy|policies|enabled|length|age|types?|count|days|period|status|validity|validity_units|hours|minutes|seconds|expiration|expiry|ttl|rotation|required|mode|algorithm|at|date|region|path|file|url_suffix|window|size|usage)$/i;

/** Maps in which people keep secrets under any key. */
const ENVIRONMENT =
  /^(environment|environment_variables?|variables|env|env_vars|app_settings|secrets|sensitive_values)$/i;

/** Whether a text under this name is masked. Rather once too often: a masked value can still be told to have changed. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name) && !ABOUT.test(name);
}

/** Whether everything below this name is masked. */
export function isEnvironmentName(name: string): boolean {
  return ENVIRONMENT.test(name);
}
