import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CloudError } from './http.ts';

/** A user with a long-lived access key. `account` defaults to AWS's example account. */
export type StandInUser = { accessKeyId: string; name: string; account?: string };

/**
 * A role that may be assumed. With `externalId` only a caller that gives exactly this one may; without, anyone who may
 * call at all (the badly guarded role that a check must find). `buckets` limits what it may touch, default everything.
 */
export type StandInRole = { arn: string; externalId?: string; buckets?: readonly string[] };

/** Who calls. `buckets` undefined means every bucket. */
export type Caller = { arn: string; account: string; userId: string; buckets?: readonly string[] };

type TemporaryCredentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
};

type Session = { caller: Caller; sessionToken: string; expiration: Date };

type AssumeRequest = { roleArn: string; sessionName: string; externalId: string | null; seconds: number };

export type Callers = {
  /** The caller that a request's access key stands for; undefined without any credentials. Throws CloudError. */
  identify(headers: IncomingHttpHeaders, query: URLSearchParams): Caller | undefined;
  /** Temporary credentials for a role. Throws AccessDenied for an unknown role or another external id. */
  assume(caller: Caller, request: AssumeRequest): { credentials: TemporaryCredentials; caller: Caller };
  registerRole(role: StandInRole): void;
};

const EXAMPLE_ACCOUNT = '123456789012';

function uniqueId(prefix: string, of: string): string {
  return prefix + createHash('sha256').update(of).digest('hex').slice(0, 17).toUpperCase();
}

function accessKeyOf(headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const signed = /Credential=([^/,\s]+)\//.exec(headers.authorization ?? '')?.[1];
  return signed ?? query.get('X-Amz-Credential')?.split('/')[0];
}

/**
 * Users, roles and the sessions that come of them. Signatures are not verified; the access key id tells who calls, and
 * a temporary one counts only together with its session token and until it expires.
 */
export function createCallers(users: readonly StandInUser[], roles: readonly StandInRole[]): Callers {
  const byKey = new Map(users.map((user) => [user.accessKeyId, user]));
  const byArn = new Map(roles.map((role) => [role.arn, role]));
  const sessions = new Map<string, Session>();

  function userCaller(user: StandInUser): Caller {
    const account = user.account ?? EXAMPLE_ACCOUNT;
    return { arn: `arn:aws:iam::${account}:user/${user.name}`, account, userId: uniqueId('AIDA', user.accessKeyId) };
  }

  function sessionCaller(session: Session, token: string | undefined): Caller {
    if (token !== session.sessionToken) {
      throw new CloudError(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.');
    }
    if (session.expiration.getTime() <= Date.now()) {
      throw new CloudError(403, 'ExpiredToken', 'The security token included in the request is expired');
    }
    return session.caller;
  }

  return {
    identify(headers, query) {
      const key = accessKeyOf(headers, query);
      if (key === undefined) return undefined;
      const user = byKey.get(key);
      if (user) return userCaller(user);
      const session = sessions.get(key);
      const token = headers['x-amz-security-token'] ?? query.get('X-Amz-Security-Token') ?? undefined;
      if (session) return sessionCaller(session, Array.isArray(token) ? token[0] : token);
      throw new CloudError(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.');
    },

    assume(caller, { roleArn, sessionName, externalId, seconds }) {
      const role = byArn.get(roleArn);
      if (!role || (role.externalId !== undefined && role.externalId !== externalId)) {
        const text = `User: ${caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`;
        throw new CloudError(403, 'AccessDenied', text);
      }
      const account = roleArn.split(':')[4] ?? EXAMPLE_ACCOUNT;
      const assumed: Caller = {
        arn: `arn:aws:sts::${account}:assumed-role/${roleArn.split('/').at(-1)}/${sessionName}`,
        account,
        userId: `${uniqueId('AROA', roleArn)}:${sessionName}`,
        ...(role.buckets && { buckets: role.buckets }),
      };
      const credentials: TemporaryCredentials = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64'),
        sessionToken: randomBytes(96).toString('base64'),
        expiration: new Date(Math.floor(Date.now() / 1000 + seconds) * 1000),
      };
      const { sessionToken, expiration } = credentials;
      sessions.set(credentials.accessKeyId, { caller: assumed, sessionToken, expiration });
      return { credentials, caller: assumed };
    },

    registerRole(role) {
      byArn.set(role.arn, role);
    },
  };
}
