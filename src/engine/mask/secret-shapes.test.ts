import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MASK, maskName, maskText } from './secret-shapes.ts';

/** Joins the parts at run time, so that no secret scanner reports this file. */
const put = (...parts: string[]) => parts.join('');

const AWS_KEY_ID = put('AKIA', 'IOSFODNN7EXAMPLE');
const AWS_SECRET = put('wJalrXUtnFEMI/', 'K7MDENG/bPxRfiCYEXAMPLEKEY');
const JWT = put('eyJhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P');
const PEM = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----`;
const GITHUB = put('ghp_', 'x'.repeat(36));
const SLACK = put('xoxb-', '1234567890-abcdefghij');
const STRIPE = put('sk_live_', '4eC39HqLyjWDarjtT1zdp7dc');

describe('a text with secrets', () => {
  test.each([
    ['an access key', `key ${AWS_KEY_ID} is bad`, `key ${MASK} is bad`],
    ['a secret key', `used ${AWS_SECRET}, refused`, `used ${MASK}, refused`],
    ['a JWT', `got ${JWT}`, `got ${MASK}`],
    ['a private key', `${PEM}\nrest`, `${MASK}\nrest`],
    ['a private key that is cut', PEM.slice(0, 60), MASK],
    ['a GitHub token', `https://${GITHUB}@github.com/x`, `https://${MASK}@github.com/x`],
    ['a Slack token', SLACK, MASK],
    ['a Stripe key', `"${STRIPE}"`, `"${MASK}"`],
    ['an Authorization header', 'Authorization: Basic dXNlcjpwdw==', MASK],
    ['a bearer token', 'sent Bearer abcdefgh1234', `sent ${MASK}`],
    ['a password in a URL', 'postgres://app:s3cret@db:5432/x', `postgres://app:${MASK}@db:5432/x`],
    ['one with slashes and at signs', 'amqp://u:a/b@c@host/v', `amqp://u:${MASK}@host/v`],
    ['one without a user', 'redis://:hunter2@cache', `redis://:${MASK}@cache`],
    ['an assignment', 'password=hunter2 next', `password=${MASK} next`],
    ['one with a longer name', 'export DB_PASSWORD_PROD=hunter2', `export DB_PASSWORD_PROD=${MASK}`],
    ['one in quotes with blanks', 'password: "two words" x', `password: ${MASK} x`],
    ['one whose quotes do not end', 'password="hunter2', `password=${MASK}`],
    ['one with signs in it', 'pwd=a,b}c|d next', `pwd=${MASK} next`],
    ['one in JSON', '{"clientSecret":"a\\"b","x":1}', `{"clientSecret":${MASK},"x":1}`],
    ['one in JSON in JSON', '{\\"api_key\\":\\"abc\\",\\"x\\":1}', `{\\"api_key\\":${MASK},\\"x\\":1}`],
    ['a connection string', 'AccountName=x;AccountKey=abc==;Suffix=y', `AccountName=x;AccountKey=${MASK};Suffix=y`],
    [
      'a signed URL',
      'https://b.s3.amazonaws.com/k?X-Amz-Signature=abc&x=1',
      `https://b.s3.amazonaws.com/k?X-Amz-Signature=${MASK}&x=1`,
    ],
    ['a GitLab deploy token', put('gl', 'dt-CNRY1158zabcdefghijk'), MASK],
    ['a Google client secret', put('GOC', 'SPX-abcdefghijklmnopq1234'), MASK],
    ['a Hugging Face token', put('h', 'f_abcdefghijklmnopqrstuvwx'), MASK],
    ['a Databricks token', put('da', 'pi0123456789abcdef0123456789abcdef'), MASK],
    ['a Telegram bot token', put('123456789:', 'AAabcdefghijklmnopqrstuvwxyz12345'), MASK],
    ['an age key', put('AGE-SECRET-', 'KEY-1QQQQQQQQQQQQQQQQQQQQQQQQ'), MASK],
    ['a PuTTY key', 'PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\nabc', MASK],
    ['a crypt hash', 'user:$apr1$abcdefgh$0123456789', `user:${MASK}`],
    ['a bcrypt hash', '$2y$10$abcdefghijklmnopqrstuv', MASK],
    ['basic credentials', 'Basic dXNlcjpwYXNzd29yZDE=', MASK],
    ['a short name', 'DB_PASS=hunter2 x', `DB_PASS=${MASK} x`],
    ['a shared access signature', 'https://x.net/?sv=2020&sig=ab%2Fc&x=1', `https://x.net/?sv=2020&sig=${MASK}&x=1`],
    ['a block of YAML', 'db:\n  password: |\n    hunter2\n    more\nx: 1', `db:\n  password: ${MASK}x: 1`],
    ['a .netrc', 'machine h login u password hunter2', `machine h login u password ${MASK}`],
    ['a flag', 'run --db-password hunter2 --yes', `run --db-password ${MASK} --yes`],
    ['XML', '<Password>hunter2</Password>', `<Password>${MASK}</Password>`],
    ['an attribute of XML', '<add key="DbPassword" value="hunter2"/>', `<add key="DbPassword" value="${MASK}"/>`],
    ['a quoted one in a sentence', 'password "hunter2" rejected', `password ${MASK} rejected`],
    ['a token for a user', 'https://abc123@git.example/x', `https://${MASK}@git.example/x`],
    ['a short Vault token', put('h', 'vs.abcdef1234'), MASK],
    ['a Grafana token', put('gl', 'sa_abcdefghijklmnopqrst12345'), MASK],
    ['a Docker token', put('dckr', '_pat_abcdefghijklmnopqrst12345'), MASK],
    ['a Doppler token', put('dp', '.pt.abcdefghijklmnopqrst12345'), MASK],
    ['a Terraform Cloud token', put('abcdefghijklmn', '.atlasv1.', 'x'.repeat(60)), MASK],
    ['a client secret of Entra', put('abc8', 'Q~', 'x'.repeat(34)), MASK],
    ['an access token of Google', put('ya', '29.a0AfH6SMBxxxxxxxxxxxxxx'), MASK],
    ['an option right before its value', 'mysql -u root -phunter2 shop', `mysql -u root -p${MASK} shop`],
    ['a user with a password for curl', 'curl -s -u app:hunter2 https://x', `curl -s -u app:${MASK} https://x`],
    [
      'a line of settings with blanks in the value',
      'a = b\npassword = one two three\nc = d',
      `a = b\npassword = ${MASK}\nc = d`,
    ],
    ['a cookie', 'Set-Cookie: session=abc; Path=/', `Set-Cookie: ${MASK}`],
    ['base64 of an assignment', `x ${Buffer.from('export DB_PASSWORD=hunter2').toString('base64')} y`, `x ${MASK} y`],
    ['what gzip packed', `H4sI${'A'.repeat(60)}`, MASK],
    ['written for a URL', `at ${encodeURIComponent('{"password":"hunter2"}')} x`, `at ${MASK} x`],
    ['a name and an equals sign', `k=${AWS_SECRET}`, `k=${MASK}`],
  ])('masks %s', (_what, text, expected) => {
    expect(maskText(text)).toBe(expected);
    expect(maskText(expected)).toBe(expected);
  });
});

test.each([
  'api error ExpiredToken: The security token included in the request is expired',
  'InvalidClientTokenId: The security token included in the request is invalid',
  'not authorized to perform: secretsmanager:GetSecretValue on resource: arn:aws:secretsmanager:eu-west-1:123456789012:secret:db/password-AbCdEf',
  'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/My-Loadbalancer-Production1/50dc6c495c0c9188',
  'https://sqs.eu-west-1.amazonaws.com/123456789012/My-Queue-With-A-Rather-Long-Name-For-Production1',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'reading S3 Bucket (acme-logs): operation error S3: HeadBucket, https response error StatusCode: 403, RequestID: 4442587FB7D0A2F9',
  '/aws/lambda/My-Function-With-A-Rather-Long-Name-For-Production1',
  'password policy: minimum length 14',
  'validating provider credentials: retrieving caller identity from STS: operation error STS: GetCallerIdentity',
  'bypass: true; compass=north; s3 key-pair key-0abc1234def567890',
  'Basic execution role AWSLambdaBasicExecutionRole',
  'https://example.com/a@b and ops@example.com',
  'mysql -u root -h db.internal shop; redis-cli -h cache -p 6379',
  'https://console.aws.amazon.com/s3/home?prefix=a%2Fb%2Fc%20d',
])('leaves harmless text unchanged: %s', (text) => {
  expect(maskText(text)).toBe(text);
});

test('masks idempotently', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'password=',
      'token: ',
      '"',
      "'",
      '\\"',
      '://u:',
      '@',
      MASK,
      AWS_SECRET,
      JWT,
      'Bearer ',
      PEM,
      ' ',
      '=',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const once = maskText(pieces.join(''));
      expect(maskText(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  'a://b:',
  'a.',
  'password="',
  '-----BEGIN PRIVATE KEY-----',
  '\\"',
  'token:\\"',
  '=',
  'a=',
  'aB3',
  'login a password ',
  '<password',
  ' --a-password',
  'key="password',
  'password: |\n  ',
  'eyJabcdefgh',
  'https://a',
  'mysql ',
  'mysql -p',
  'curl -u a:',
  'a%20',
  '%',
  '\npassword ',
  '\npassword = ',
  'cookie:',
  'hvs.',
  'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA.',
])('masks repeated text in linear time: %j', (piece) => {
  // Quadratic time would take minutes, and the test would time out.
  const long = piece.repeat(Math.floor(250_000 / piece.length));
  expect(maskText(`${long}.`).length).toBeGreaterThan(0);
  expect(maskText(`token=\\"${long}`).length).toBeGreaterThan(0);
});

test('masks an overlong text as a whole', () => {
  for (const piece of ['aB3', 'word ', 'eyJ']) expect(maskText(piece.repeat(3_000_000))).toBe(MASK);
});

test.each([
  ['app/prod/terraform.tfstate', 'app/prod/terraform.tfstate'],
  ['Projects/Team1/eu-west-1/Production/network/base', 'Projects/Team1/eu-west-1/Production/network/base'],
  [`aws_x.y["${AWS_SECRET}"]`, `aws_x.y["${MASK}"]`],
  [`aws_x.y["${AWS_KEY_ID}"]`, `aws_x.y["${MASK}"]`],
  ['password=a', 'password=a'],
])('masks secrets in a name: %s', (name, expected) => expect(maskName(name)).toBe(expected));
