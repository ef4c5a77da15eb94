import { AppError } from '../../base/errors.ts';
import type { ApiOptions, App } from '../http/types.ts';

/** Clouds cache these documents; a new key is published before it signs. */
const CACHE = 'public, max-age=300';

/** The documents of OpenID Connect Discovery, which clouds verify this instance's tokens with. Not part of the API. */
export function identityRoutes(app: App, { services: { identity } }: ApiOptions): void {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  const issuing = () => {
    if (identity) return identity;
    throw new AppError(
      'not_found',
      'This instance has no public address by HTTPS (PLUMBLINE_PUBLIC_URL): it issues no tokens.',
    );
  };
  app.get('/.well-known/openid-configuration', options, async (_request, reply) => {
    const { issuer } = issuing();
    return reply.header('Cache-Control', CACHE).send({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: ['iss', 'sub', 'aud', 'iat', 'nbf', 'exp', 'jti'],
    });
  });
  app.get('/.well-known/jwks.json', options, async (_request, reply) =>
    reply.header('Cache-Control', CACHE).send({ keys: await issuing().keys() }),
  );
}
