const SECRET =
  /passw(or)?d|passphrase|passcode|pwd|(^|_)pass$|secret|token|credential|private_?key|api_?key|access_?key|auth_?key|shared_?key|pre_?shared|(^|_)psk$|account_?key|master_?key|encryption_key$|signing_?key|session_?key|connection_?string|user_?data|custom_?data|startup_?script|cloud_?init|kube_?config|docker_?config|htpasswd|^auths$|cookie|bearer|webhook_?url|\bdsn\b|ssh_?key$|(^|_)(tls|ssl|client|server|integration|license|ingest|app|service|deploy|storage)_?key$|(^|_)(otp|totp|jwt|pfx|p12|keystore)$|sas_?url|recovery_?codes?|^key_?tab|^(key|value)_material$/i;

/** Endings of names that describe a secret: its location, kind or rules. */
const ABOUT =
  /(_|^)(arns?|ids?|names?|versions?|policy|policies|enabled|length|age|types?|count|days|period|status|validity|validity_units|hours|minutes|seconds|expiration|expiry|ttl|rotation|required|prevention|source|strategy|expression|method|endpoint|duration|on_change|mode|algorithm|at|date|region|path|file|url_suffix|window|size|usage|spec)$/i;

/** Names with a secret's word that are readable settings. */
const SETTING = /^(http_tokens|creation_token|credentials?_parameter|get_password_data)$|token_ur[il]$/i;

/** Converts a name to snake case: `clientSecret`, `client-secret` and `client.secret` become `client_secret`. */
export const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[-.\s]/g, '_');

/** Maps in which people keep secrets under any key. */
const ENVIRONMENT =
  /^(environment|environment_?variables?|variables|env|env_?vars?|app_settings|secrets|sensitive_values)$/i;

/** Names of public values that look generated. */
const PUBLIC =
  /hash|sha(1|256|384|512)|md5|e_?tag|checksum|digest|fingerprint|thumbprint|public_?key|certificate|(^|_)(chain|ca|version_id|unique_id)$/i;

/**
 * True if a value with this name is masked. In doubt it is masked, because changes of masked values are still reported.
 * IAM's condition keys (`secretsmanager:ResourceTag`) are not names of secrets.
 */
export function isSecretName(name: string): boolean {
  const word = snake(name);
  return (SECRET.test(name) || SECRET.test(word)) && !isAbout(word) && !name.startsWith('secretsmanager:');
}

const isAbout = (word: string) => ABOUT.test(word) || SETTING.test(word);

/**
 * True if this name describes secrets but is not the name of one: `token_validity_units`. Then a direct member with a
 * secret's name (`access_token = "hours"`) is not a secret either.
 */
export function isAboutSecrets(name: string): boolean {
  const word = snake(name);
  return SECRET.test(word) && isAbout(word);
}

/** True if values of maps and of name and value pairs below this name are masked. */
export function isEnvironmentName(name: string): boolean {
  return ENVIRONMENT.test(name);
}

/** True if the value with this name is public, even if it looks random. */
export function isPublicName(name: string): boolean {
  return PUBLIC.test(name);
}
