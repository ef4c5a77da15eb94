import { Type, type Static, type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { isKeptPrivate } from '../../../base/code-host.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Moment } from '../../../store/moment.ts';
import { HopelessDelivery } from '../../installations/account.ts';

/** The parts of GitHub's payloads that handlers read: https://docs.github.com/webhooks/webhook-events-and-payloads */
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** The login of a person, an organization or a bot. */
const Login = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.\\[\\]-]{0,99}$' });
const FullName = Type.String({ pattern: '^[A-Za-z0-9_.\\[\\]-]{1,100}/[A-Za-z0-9_.-]{1,200}$' });
/** RFC 3339, or seconds since 1970. */
const Time = Type.Union([Type.String({ format: 'date-time' }), Type.Integer({ minimum: 0, maximum: 9_999_999_999 })]);

const Account = Type.Object({ id: Id, login: Login });
/** Lists of installations lack the visibility. */
const visibility = {
  private: Type.Boolean(),
  visibility: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
};
const Listed = Type.Object({ id: Id, full_name: FullName, ...visibility });
const Installation = Type.Object({ id: Id, account: Account, updated_at: Time });

export const InstallationPayload = Type.Object({
  installation: Installation,
  repositories: Type.Optional(Type.Array(Listed)),
});

export const InstallationRepositoriesPayload = Type.Object({
  installation: Installation,
  repositories_added: Type.Array(Listed),
  repositories_removed: Type.Array(Listed),
});

export const RepositoryPayload = Type.Object({
  /** Absent if the webhook of the repository or organization sent the event, and not the App's. */
  installation: Type.Optional(Type.Object({ id: Id })),
  repository: Type.Object({
    id: Id,
    full_name: FullName,
    ...visibility,
    archived: Type.Optional(Type.Boolean()),
    default_branch: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,255}$' })),
    updated_at: Time,
    owner: Account,
  }),
});

export const OrganizationPayload = Type.Object({
  organization: Account,
  /** Absent if the organization's own webhook sent the event. */
  installation: Type.Optional(Type.Object({ id: Id })),
});
export const InstallationTargetPayload = Type.Object({
  /** An enterprise has no login. */
  account: Type.Object({ id: Id, login: Type.Optional(Login) }),
  installation: Type.Object({ id: Id }),
});

export type AccountFacts = Static<typeof Account>;

/** Returns the payload if it matches the schema. The error names the path that does not, but no value. */
export function readPayload<Schema extends TSchema>(schema: Schema, payload: JsonObject): Static<Schema> {
  if (Check(schema, payload)) return payload;
  const [, [first]] = Errors(schema, payload);
  const where = first?.instancePath === '' || first === undefined ? '/' : first.instancePath;
  throw new HopelessDelivery(
    'unexpected_payload',
    `The payload does not have the form of this event: see ${where} in it.`,
  );
}

/** The time of a payload. */
export function momentOf(time: string | number, sentAt: Date): Moment {
  return { at: typeof time === 'number' ? new Date(time * 1000) : new Date(time), sent_at: sentAt };
}

/** A list of repositories for storage, with their names mapped by `nameOf`; each repository once. */
export function listed(repositories: readonly Static<typeof Listed>[], nameOf: (fullName: string) => string) {
  const byId = new Map(
    repositories.map((one) => [
      one.id,
      { external_id: one.id, full_name: nameOf(one.full_name), private: isKeptPrivate(one) },
    ]),
  );
  return [...byId.values()];
}

/**
 * The parts of GitHub's payloads that determine the target of an analysis:
 * https://docs.github.com/webhooks/webhook-events-and-payloads
 */
const Sha = Type.String({ pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$' });
const PullNumber = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
/** Names of branches contain neither control characters nor spaces. */
const Branch = Type.String({ pattern: '^[^\\u0000-\\u0020\\u007f]{1,255}$' });
/** Pull requests with this commit, including those of other repositories. */
const PullRequests = Type.Array(
  Type.Object({ number: PullNumber, base: Type.Object({ repo: Type.Object({ id: Id }) }) }),
);

/** The fields of all these payloads. */
export const EventPayload = Type.Object({
  ...RepositoryPayload.properties,
  sender: Type.Optional(Type.Object({ login: Login, id: Type.Optional(Id) })),
});
const commonFields = EventPayload.properties;

export const PushPayload = Type.Object({
  ...commonFields,
  ref: Type.String({ maxLength: 300 }),
  before: Sha,
  after: Sha,
  deleted: Type.Optional(Type.Boolean()),
});

export const PullRequestPayload = Type.Object({
  ...commonFields,
  pull_request: Type.Object({
    number: PullNumber,
    updated_at: Type.String({ maxLength: 40 }),
    head: Type.Object({ sha: Sha }),
  }),
});

export const IssueCommentPayload = Type.Object({
  ...commonFields,
  issue: Type.Object({ number: PullNumber, pull_request: Type.Optional(Type.Unknown()) }),
  comment: Type.Object({
    id: Id,
    body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    // Null if the account was deleted.
    user: Type.Union([Type.Object({ id: Id, login: Login, type: Type.String({ maxLength: 40 }) }), Type.Null()]),
  }),
});

export const CheckRunPayload = Type.Object({
  ...commonFields,
  check_run: Type.Object({
    id: Id,
    head_sha: Sha,
    external_id: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
    pull_requests: PullRequests,
    check_suite: Type.Optional(Type.Object({ head_branch: Type.Optional(Type.Union([Branch, Type.Null()])) })),
  }),
});

export const CheckSuitePayload = Type.Object({
  ...commonFields,
  check_suite: Type.Object({
    id: Id,
    head_sha: Sha,
    head_branch: Type.Union([Branch, Type.Null()]),
    updated_at: Type.String({ maxLength: 40 }),
    pull_requests: PullRequests,
  }),
});
