import { expect, test } from 'vitest';
import { maskText, secretsOfState, withoutSecrets } from '../../engine/mask/mask.ts';
import { readProviderSettings } from './grants.ts';
import { secretsIn } from './secrets.ts';

const TOKEN = 'Zx81abcdEfgh99QQ';
const UUID = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee';
const DSN = 'root:Sup3rS3cret!@tcp(db:3306)/x';

/** The displayed text of a provider's error, with these settings. */
function shown(error: string, given: { config?: object; env?: object }): string {
  const grants = readProviderSettings(JSON.stringify([{ provider: 'acme/thing', ...given }]));
  return maskText(withoutSecrets(error, secretsOfState([], secretsIn(grants, 'perhaps'))));
}

test.each([
  ['a secret id of Vault', { config: { auth_login: { parameters: { secret_id: UUID } } } }, UUID],
  ['a secret id in the environment', { env: { VAULT_SECRET_ID: UUID } }, UUID],
  ['a DSN under the name of a URL', { env: { MYSQL_URL: DSN } }, DSN],
  ['a DSN under the name of an endpoint', { config: { endpoint: DSN } }, DSN],
  ['the password of a DSN alone', { config: { endpoint: DSN } }, 'Sup3rS3cret!'],
  ['a token under the name of a file', { config: { license_file: `${TOKEN}==` } }, `${TOKEN}==`],
  ['a token under the name of an id', { config: { api_id: TOKEN } }, TOKEN],
  ['a token whose name only ends like an id', { env: { CF_GRID: 'zx81abcdefgh99' } }, 'zx81abcdefgh99'],
  ['a token in a query, beside a login', { config: { url: `https://u:pw@h.example.com/?token=${TOKEN}` } }, TOKEN],
  ['a password before several hosts', { env: { U_URL: 'mongodb://u:Pa55word1@h1,h2/db?x=a@b' } }, 'Pa55word1'],
  ['a password with an @ in it', { env: { U_URL: 'mongodb://u:Pa55@w:rd@h1/db' } }, 'Pa55@w:rd'],
  ['a password with a slash in it', { env: { U_URL: 'postgres://u:Pa/55word@h1/db' } }, 'Pa/55word'],
  ['the password of a second URL', { env: { NATS_SERVERS: 'nats://a:first1@h1:1,nats://b:second2@h2:2' } }, 'second2'],
  ['the password of a URL without a user', { env: { REDIS_URL: 'redis://:Pa55word1@h:1' } }, 'Pa55word1'],
  ['a token in the place of a user', { config: { url: `https://${TOKEN}@git.example.com/x` } }, TOKEN],
  ['a password in the words of libpq', { env: { PG_SERVER: "host=db password='my horse'" } }, 'my horse'],
  ['a password in the words of ADO', { env: { SQL_SERVER: 'Server=x.db.net;User ID=sa;Password=Corr3ct' } }, 'Corr3ct'],
])('hides in the error of a provider: %s', (_, given, secret) => {
  expect(shown(`it says: ${secret} is refused`, given)).toBe('it says: (sensitive) is refused');
});

test.each([
  ['a host', { config: { host: 'Db-01.EXAMPLE.com:5432' } }, 'dial tcp Db-01.EXAMPLE.com:5432: no such host'],
  ['a host of libpq', { env: { PGHOST: 'Db-01.EXAMPLE.com' } }, 'no such host: Db-01.EXAMPLE.com'],
  ['a user and an owner', { config: { username: 'AdminUser01', owner: 'Acme-Corp1x' } }, 'AdminUser01 of Acme-Corp1x'],
  ['a user who is an address', { config: { user: 'Reader-1@example.com' } }, 'no user Reader-1@example.com'],
  ['ids', { config: { tenant_id: UUID, api: JSON.stringify({ tenantId: UUID }) } }, `tenant ${UUID} not found`],
  ['a path', { config: { cert_path: '/etc/Acme_1/ca.pem' } }, 'open /etc/Acme_1/ca.pem: no such file'],
  ['a URL', { env: { VAULT_ADDR: 'unix:///run/Vault_1.sock' } }, 'dial unix:///run/Vault_1.sock: refused'],
])('shows in the error of a provider: %s', (_, given, error) => {
  expect(shown(error, given)).toBe(error);
});

test('shows who logs in where without the password', () => {
  const url = 'amqp://guest:summer-rain@h.example.com:5672';
  expect(shown(`dial ${url}: 403`, { config: { url } })).toBe('dial amqp://guest:(sensitive)@h.example.com:5672: 403');
});

test.each(['x', 'x/', 'x:', 'x=', ':', '@:', '/:', '=:', 'a:b@'])('reads a long text of %s in little time', (part) => {
  const since = performance.now();
  shown('an error', { config: { url: part.repeat(60_000 / part.length) } });
  expect(performance.now() - since).toBeLessThan(2_000);
});
