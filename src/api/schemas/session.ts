import { Type } from 'typebox';
import { Id, Nullable, oneOf, Strict, Time } from './common.ts';
import { Scope } from './key.ts';

const Scopes = Type.Array(Type.String({ examples: ['read'] }), { description: 'What it may do: read < write < admin' });

/** What a header could hold. */
const Printable = { minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' };

export const SignIn = Strict(
  {
    key: Type.Optional(Type.String({ ...Printable, description: 'An API key, or the operator key' })),
    link: Type.Optional(
      Type.String({
        ...Printable,
        description: 'Instead of a key: what stands behind `#link=` in a link',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Scope, { minItems: 1, maxItems: 3, description: 'Fewer than the key has; not for the operator' }),
    ),
  },
  {
    title: 'SignIn',
    description: 'Either a key or a link',
    examples: [{ key: 'plk_example' }],
    oneOf: [{ required: ['key'] }, { required: ['link'] }],
  },
);

const Ways = Type.Object({
  github: Type.Boolean({ description: 'Whether people can sign in with GitHub', examples: [false] }),
});

const SignedOut = Type.Object(
  { signed_in: Type.Literal(false), ways: Ways },
  { title: 'SignedOut', description: 'Nobody is signed in' },
);

const SessionId = Type.String({ examples: ['ses_0V3mKq8ZxYbD2nR5tW7uAe'] });

const SignedIn = Type.Object(
  {
    signed_in: Type.Literal(true),
    ways: Ways,
    session: Type.Object({
      id: SessionId,
      kind: oneOf(['operator', 'key', 'person']),
      name: Type.String({ description: 'Of the key or the person', examples: ['ci'] }),
      login: Type.Optional(Type.String({ description: 'What the person is called at the code host' })),
      scopes: Scopes,
      expires_at: Time,
    }),
    organizations: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
        name: Type.String({ examples: ['acme'] }),
        scopes: Scopes,
      }),
      { description: 'Those that may be looked at; of an operator’s, the 100 newest' },
    ),
  },
  { title: 'SignedIn' },
);

/** Who is signed in in this browser. */
export const Session = Type.Union([SignedIn, SignedOut], { title: 'Session' });

export const SessionLink = Type.Object(
  {
    url: Type.String({
      description: 'Signs in once whoever opens it in a browser. The part behind # is sent to no server',
      examples: ['http://127.0.0.1:8080/sign-in#link=…'],
    }),
    expires_at: Time,
  },
  { title: 'SessionLink' },
);

export const SessionParams = Type.Object({ org_id: Id, session_id: Id });

const times = {
  created_at: Time,
  expires_at: Time,
  last_used_at: Nullable(Type.String({ format: 'date-time', description: 'Exact to a minute' })),
  current: Type.Boolean({ description: 'It is the one that asks', examples: [false] }),
};

export const OperatorSession = Type.Object({ id: SessionId, ...times }, { title: 'OperatorSession' });

export const OrganizationSession = Type.Object(
  {
    id: SessionId,
    kind: oneOf(['key', 'person']),
    key_id: Nullable(
      Type.String({
        description: 'The key that it was made of, and ends with; null for a person',
        examples: ['key_0V3mKq8ZxYbD2nR5tW7uAe'],
      }),
    ),
    name: Type.String({ description: 'What the key, or at the code host the person, is called', examples: ['ci'] }),
    hint: Nullable(Type.String({ description: 'The last four characters of the key', examples: ['8Xk2'] })),
    scopes: Scopes,
    ...times,
  },
  { title: 'OrganizationSession' },
);
