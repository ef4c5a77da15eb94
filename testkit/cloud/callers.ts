import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CloudError } from './http.ts';

/** A user with a long-lived access key. `account` defaults to AWS's example account. */
export type StandInUser = { accessKeyId: string; name: string; account?: string };

/**
 * A role that may be assumed. With `externalId` a request must contain exactly this one; without it anyone who may call
 * at all may assume the role (the badly guarded role that a check must find). With `optionalExternalId` the id may also
 * be absent. `buckets` limits its access; default all.
 */
export type StandInRole = {
  arn: string;
  externalId?: string;
  optionalExternalId?: boolean;
  buckets?: readonly string[];
  /** The only role whose sessions may assume it; default anyone. */
  trusts?: string;
  /** The real lifetime of its credentials, whatever was requested. */
  seconds?: number;
  /** The error of STS for a wrong external id, instead of AccessDenied. */
  refusesWith?: { status: number; code: string };
  /** The role's permissions in IAM's report; by default the role may not ask IAM. */
  may?: readonly string[];
  /** The account that its sessions report, if it is not the role's. */
  says?: string;
};

/** The caller of a request. `buckets` undefined means every bucket. Only sessions of roles have a `session`. */
export type Caller = {
  arn: string;
  account: string;
  userId: string;
  buckets?: readonly string[];
  session?: { roleArn: string; policy: string | null };
};

type TemporaryCredentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
};

type Session = { caller: Caller; sessionToken: string; expiration: Date };

export type AssumeRequest = {
  roleArn: string;
  sessionName: string;
  externalId: string | null;
  seconds: number;
  policy: string | null;
  policyArns: readonly string[];
};

export type Callers = {
  /** The caller of a request by its access key; undefined without credentials. Throws CloudError. */
  identify(headers: IncomingHttpHeaders, query: URLSearchParams): Caller | undefined;
  /** The permissions of a role for a caller with a session of it; undefined if the caller may not ask. */
  permissionsOf(caller: Caller, roleArn: string): readonly string[] | undefined;
  /** Returns temporary credentials for a role. Throws AccessDenied for an unknown role or a wrong external id. */
  assume(caller: Caller, request: AssumeRequest): { credentials: TemporaryCredentials; caller: Caller };
  registerRole(role: StandInRole): void;
  /** Ends the sessions of a role, or all, at once. */
  expire(roleArn?: string): void;
  /** All requests to assume a role, in order. */
  asked: readonly (AssumeRequest & { caller: string })[];
};

const EXAMPLE_ACCOUNT = '123456789012';

function uniqueId(prefix: string, of: string): string {
  return prefix + createHash('sha256').update(of).digest('hex').slice(0, 17).toUpperCase();
}

/** Whether the session policy of a caller allows it to assume a role. Users, and sessions without a policy, may. */
function mayAssume({ session }: Caller, roleArn: string): boolean {
  if (session?.policy === null || session === undefined) return true;
  const { Statement } = JSON.parse(session.policy) as {
    Statement: { Action: string | string[]; Resource: string | string[] }[];
  };
  const roles = Statement.filter(({ Action }) => [Action].flat().includes('sts:AssumeRole'));
  const matches = (pattern: string) =>
    new RegExp(
      `^${pattern
        .split('*')
        .map((part) => RegExp.escape(part))
        .join('.*')}$`,
    ).test(roleArn);
  return roles.flatMap(({ Resource }) => Resource).some(matches);
}

function accessKeyOf(headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const signed = /Credential=([^/,\s]+)\//.exec(headers.authorization ?? '')?.[1];
  return signed ?? query.get('X-Amz-Credential')?.split('/')[0];
}

/**
 * Users, roles and the roles' sessions. Signatures are not verified: the access key id identifies the caller. A
 * temporary key is valid only with its session token, and until it expires.
 */
export function createCallers(users: readonly StandInUser[], roles: readonly StandInRole[]): Callers {
  const byKey = new Map(users.map((user) => [user.accessKeyId, user]));
  const byArn = new Map(roles.map((role) => [role.arn, role]));
  const sessions = new Map<string, Session>();
  const asked: (AssumeRequest & { caller: string })[] = [];

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

    assume(caller, request) {
      const { roleArn, sessionName, externalId, seconds, policy } = request;
      asked.push({ ...request, caller: caller.arn });
      const role = byArn.get(roleArn);
      const trusted = role && (role.trusts === undefined || role.trusts === caller.session?.roleArn);
      const unnamed = role?.optionalExternalId === true && externalId === null;
      const known = role && (role.externalId === undefined || role.externalId === externalId || unnamed);
      if (role?.refusesWith && !known) throw new CloudError(role.refusesWith.status, role.refusesWith.code, 'Not now.');
      if (!role || !trusted || !known || !mayAssume(caller, roleArn)) {
        const text = `User: ${caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`;
        throw new CloudError(403, 'AccessDenied', text);
      }
      if (caller.session && seconds > 3600) {
        const text =
          'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining';
        throw new CloudError(400, 'ValidationError', text);
      }
      const account = role.says ?? roleArn.split(':')[4] ?? EXAMPLE_ACCOUNT;
      const assumed: Caller = {
        arn: `arn:aws:sts::${account}:assumed-role/${roleArn.split('/').at(-1)}/${sessionName}`,
        account,
        userId: `${uniqueId('AROA', roleArn)}:${sessionName}`,
        ...(role.buckets && { buckets: role.buckets }),
        session: { roleArn, policy },
      };
      const credentials: TemporaryCredentials = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64'),
        sessionToken: randomBytes(96).toString('base64'),
        expiration: new Date(Math.floor(Date.now() / 1000 + (role.seconds ?? seconds)) * 1000),
      };
      const { sessionToken, expiration } = credentials;
      sessions.set(credentials.accessKeyId, { caller: assumed, sessionToken, expiration });
      return { credentials, caller: assumed };
    },

    permissionsOf: ({ session }, roleArn) => (session?.roleArn === roleArn ? byArn.get(roleArn)?.may : undefined),

    registerRole(role) {
      byArn.set(role.arn, role);
    },

    expire(roleArn) {
      for (const session of sessions.values())
        if (roleArn === undefined || session.caller.session?.roleArn === roleArn) session.expiration = new Date(0);
    },

    asked,
  };
}
