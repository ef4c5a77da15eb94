import { Type } from 'typebox';
import { Login, RepositoryPayload } from './payloads.ts';

/** The parts of GitHub's payloads that tell what to analyse: https://docs.github.com/webhooks/webhook-events-and-payloads */
const Sha = Type.String({ pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$' });
const PullNumber = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Names of branches hold neither control characters nor spaces. */
const Branch = Type.String({ pattern: '^[^\\u0000-\\u0020\\u007f]{1,255}$' });
/** Pull requests with this commit, those of other repositories too. */
const PullRequests = Type.Array(
  Type.Object({ number: PullNumber, base: Type.Object({ repo: Type.Object({ id: Id }) }) }),
);

const around = {
  ...RepositoryPayload.properties,
  sender: Type.Optional(Type.Object({ login: Login, id: Type.Optional(Id) })),
};

export const PushPayload = Type.Object({
  ...around,
  ref: Type.String({ maxLength: 300 }),
  before: Sha,
  after: Sha,
  deleted: Type.Optional(Type.Boolean()),
});

export const PullRequestPayload = Type.Object({
  ...around,
  pull_request: Type.Object({
    number: PullNumber,
    updated_at: Type.String({ maxLength: 40 }),
    head: Type.Object({ sha: Sha }),
  }),
});

export const IssueCommentPayload = Type.Object({
  ...around,
  issue: Type.Object({ number: PullNumber, pull_request: Type.Optional(Type.Unknown()) }),
  comment: Type.Object({
    id: Id,
    body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    // Null where the account is gone.
    user: Type.Union([Type.Object({ id: Id, login: Login, type: Type.String({ maxLength: 40 }) }), Type.Null()]),
  }),
});

export const CheckRunPayload = Type.Object({
  ...around,
  check_run: Type.Object({
    id: Id,
    head_sha: Sha,
    external_id: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
    pull_requests: PullRequests,
    check_suite: Type.Optional(Type.Object({ head_branch: Type.Optional(Type.Union([Branch, Type.Null()])) })),
  }),
});

export const CheckSuitePayload = Type.Object({
  ...around,
  check_suite: Type.Object({
    id: Id,
    head_sha: Sha,
    head_branch: Type.Union([Branch, Type.Null()]),
    updated_at: Type.String({ maxLength: 40 }),
    pull_requests: PullRequests,
  }),
});
