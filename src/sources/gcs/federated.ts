import type { Answer, Given, Ways } from '../contract/kind.ts';
import { MAX_PAGE_BYTES } from '../shared/limits.ts';
import { trimmed } from '../shared/names.ts';
import { noCredentials, objectIn, problemOf, textOf } from '../shared/problems.ts';
import { renewed, type Granted, type Tokens } from '../shared/token.ts';

const STS = 'https://sts.googleapis.com';
const IAM = 'https://iamcredentials.googleapis.com';
const READ = 'https://www.googleapis.com/auth/devstorage.read_only';
const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';
const LIFE_SECONDS = 3600;
const SENTENCES = {
  server: 'Google',
  renew: 'Check the issuer and the subject that the pool trusts.',
  allow: 'Grant the principal roles/iam.workloadIdentityUser on the service account.',
};

const NO_ISSUER =
  'This server issues no tokens: it has no public address by HTTPS (PLUMBLINE_PUBLIC_URL). Give credentials instead of a workload identity provider.';
const REFUSED =
  'Google does not accept the identity of this server: the pool has to trust its address as issuer, and the subject organization:<id> of this organization.';

/**
 * Tokens for a bucket without any secret: exchanges this server's own token for one of the pool
 * (https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token), and that for one of the service account, if
 * any. Throws `credentials_missing`.
 */
export function federated(settings: Given, ways: Ways): Tokens {
  const { identity } = ways;
  const { workload_identity_provider: provider = '', service_account: account, token_endpoint: own } = settings;
  if (!identity) throw noCredentials(NO_ISSUER);
  const audience = `//iam.googleapis.com/${provider}`;
  const refused = noCredentials(REFUSED);

  const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    ways.ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      maxBytes: MAX_PAGE_BYTES,
    });

  async function exchanged(): Promise<Granted> {
    const answer = await post(`${trimmed(own ?? STS)}/v1/token`, {
      audience,
      grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requestedTokenType: 'urn:ietf:params:oauth:token-type:access_token',
      scope: account === undefined ? READ : CLOUD,
      subjectTokenType: 'urn:ietf:params:oauth:token-type:jwt',
      subjectToken: await identity!(audience),
    });
    if (answer.status === 400) throw refused;
    if (answer.status !== 200) throw problemOf(answer, SENTENCES, 'a token', refused);
    const { access_token: token, expires_in: life } = objectIn(answer, 'Google');
    if (textOf(token) === '') throw refused;
    return { token: textOf(token), lifeSeconds: typeof life === 'number' ? life : LIFE_SECONDS };
  }

  async function asAccount(name: string): Promise<Granted> {
    const { token: bearer } = await exchanged();
    const url = `${trimmed(own ?? IAM)}/v1/projects/-/serviceAccounts/${encodeURIComponent(name)}:generateAccessToken`;
    const body = { scope: [READ], lifetime: `${LIFE_SECONDS}s` };
    const answer = await post(url, body, { authorization: `Bearer ${bearer}` });
    if (answer.status !== 200)
      throw problemOf(
        answer,
        SENTENCES,
        'a token of the service account',
        noCredentials(`There is no service account ${name}. Check its name.`),
      );
    const { accessToken: token } = objectIn(answer, 'Google');
    if (textOf(token) === '') throw refused;
    return { token: textOf(token), lifeSeconds: LIFE_SECONDS };
  }

  return renewed(() => (account === undefined ? exchanged() : asAccount(account)));
}
