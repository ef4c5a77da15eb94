import type { Call, CloudAnswer } from '../call/types.ts';
import {
  detailsRequest,
  listRequest,
  readDetails,
  readList,
  type Detail,
  type Listed,
  type ListRequest,
  type Subject,
} from './iam-details.ts';
import { createListing, type Listing } from './listing.ts';
import { answerLike, answersFor, callLike, headersKey } from './requests.ts';
import { youngEnough, type Ask, type Batcher, type Plan } from './types.ts';
import { all, at, inner, kids, outer, textAt, textOf, type Xml } from './xml.ts';

/** A full list costs about as much time and traffic as this many calls; for fewer calls it is not fetched. */
const WORTH = 4;
/** The maximum number of pages, which are fetched in sequence; a resource on none of them gets its own call. */
const MAX_PAGES = 20;

/** An action about one role, user, group or policy, and its answer from their details. */
type Answered = {
  subject: Subject;
  /** The parameter with the subject's name. */
  by: string;
  /** Another parameter, which names a part of the subject. */
  also?: string;
  /** `ListRoles` or `ListUsers` is needed, for fields that the details lack. */
  lists?: true;
  /** The content of the result; undefined where the details are not enough. */
  content(detail: Xml, also: string, list: Xml | undefined): string | undefined;
};

/** Longer lists are left to the single call, whose pages have this many items. */
const PAGE = 100;

const members = (xml: Xml, list: string): Xml[] => all(xml, [list, 'member']);
const named = (list: readonly Xml[], field: string, name: string): Xml | undefined =>
  list.find((one) => textAt(one, field) === name);

const whole = (list: string, texts: readonly string[]): string | undefined =>
  texts.length > PAGE ? undefined : `<${list}>${texts.join('')}</${list}><IsTruncated>false</IsTruncated>`;

/** Single answers percent-encode documents; emulators leave them unencoded in lists. */
function encoded(document: Xml): string {
  const text = textOf(document);
  return text.trimStart().startsWith('{') ? encodeURIComponent(text) : inner(document);
}

const withEncoded = (xml: Xml, field: string): string =>
  kids(xml)
    .map((kid) => (kid.name === field ? `<${field}>${encoded(kid)}</${field}>` : outer(kid)))
    .join('');

/** Joins the list's fields of a role or user with the detail fields that the list lacks. */
function joined(detail: Xml, list: Xml | undefined, left: readonly string[]): string | undefined {
  if (list === undefined) return undefined;
  const said = kids(list).filter(({ name }) => !left.includes(name));
  const text = said.map((kid) =>
    kid.name === 'AssumeRolePolicyDocument' ? `<${kid.name}>${encoded(kid)}</${kid.name}>` : outer(kid),
  );
  // For an entity without tags, single answers have no list of tags, but the details have an empty one.
  const rest = kids(detail).filter((kid) => left.includes(kid.name) && (kid.name !== 'Tags' || kids(kid).length > 0));
  return [...text, ...rest.map(outer)].join('');
}

const inline = (subject: Subject, list: string): Answered => ({
  subject,
  by: `${subject}Name`,
  also: 'PolicyName',
  content: (detail, name) => {
    const policy = named(members(detail, list), 'PolicyName', name);
    const owner = at(detail, `${subject}Name`);
    if (policy === undefined || owner === undefined) return undefined;
    return outer(owner) + withEncoded(policy, 'PolicyDocument');
  },
});

const inlineNames = (subject: Subject, list: string): Answered => ({
  subject,
  by: `${subject}Name`,
  content: (detail) =>
    whole(
      'PolicyNames',
      all(detail, [list, 'member', 'PolicyName']).map((name) => `<member>${inner(name)}</member>`),
    ),
});

const attached = (subject: Subject): Answered => ({
  subject,
  by: `${subject}Name`,
  content: (detail) => whole('AttachedPolicies', members(detail, 'AttachedManagedPolicies').map(outer)),
});

// Answers: https://docs.aws.amazon.com/IAM/latest/APIReference/. Without GetPolicy: no list has a policy's tags.
const ANSWERED: Readonly<Record<string, Answered>> = {
  GetRole: {
    subject: 'Role',
    by: 'RoleName',
    lists: true,
    content: (detail, _also, list) => {
      const text = joined(detail, list, ['PermissionsBoundary', 'Tags', 'RoleLastUsed']);
      return text && `<Role>${text}</Role>`;
    },
  },
  GetUser: {
    subject: 'User',
    by: 'UserName',
    lists: true,
    content: (detail, _also, list) => {
      const text = joined(detail, list, ['PermissionsBoundary', 'Tags']);
      return text && `<User>${text}</User>`;
    },
  },
  GetRolePolicy: inline('Role', 'RolePolicyList'),
  GetUserPolicy: inline('User', 'UserPolicyList'),
  GetGroupPolicy: inline('Group', 'GroupPolicyList'),
  ListRolePolicies: inlineNames('Role', 'RolePolicyList'),
  ListUserPolicies: inlineNames('User', 'UserPolicyList'),
  ListGroupPolicies: inlineNames('Group', 'GroupPolicyList'),
  ListAttachedRolePolicies: attached('Role'),
  ListAttachedUserPolicies: attached('User'),
  ListAttachedGroupPolicies: attached('Group'),
  GetPolicyVersion: {
    subject: 'LocalManagedPolicy',
    by: 'PolicyArn',
    also: 'VersionId',
    content: (detail, version) => {
      const policyVersion = named(members(detail, 'PolicyVersionList'), 'VersionId', version);
      return policyVersion && `<PolicyVersion>${withEncoded(policyVersion, 'Document')}</PolicyVersion>`;
    },
  },
};

/** The subject of a call; undefined where it has further parameters. */
function parseCall(call: Call): { answered: Answered; name: string; also: string } | undefined {
  const answered = ANSWERED[call.action.name];
  if (answered === undefined || call.action.protocol !== 'query' || call.request.method !== 'POST') return undefined;
  const params = new URLSearchParams(call.request.body.toString('utf8'));
  const parameters = ['Action', 'Version', answered.by, answered.also];
  if ([...params.keys()].some((key) => !parameters.includes(key))) return undefined;
  const [name, also] = [params.get(answered.by), answered.also === undefined ? '' : params.get(answered.also)];
  // The listed policies are the account's own, without those that AWS manages.
  if (!name || also === null || name.includes(':aws:policy/')) return undefined;
  return { answered, name, also };
}

function answerOf(call: Call, content: string, from: CloudAnswer, id: string): CloudAnswer {
  const { name } = call.action;
  const body = `<${name}Result>${content}</${name}Result><ResponseMetadata><RequestId>${id}</RequestId></ResponseMetadata>`;
  return answerLike(
    from,
    `<${name}Response xmlns="https://iam.amazonaws.com/doc/2010-05-08/">${body}</${name}Response>`,
  );
}

/** Batches reads of roles, users, groups and policies, from the lists of an account's entities. */
export function accessManagement(): readonly Batcher[] {
  return (['Role', 'User', 'Group', 'LocalManagedPolicy'] as const).map(ofSubject);
}

function ofSubject(subject: Subject): Batcher {
  const details: Listing<Detail> = createListing(readDetails(subject));
  const listed: Listed = subject === 'User' ? 'User' : 'Role';
  const lists: Listing<Detail> = createListing(readList(listed));
  const seen = new Set<string>();

  const cached = (call: Call, _item: string, notBefore: number): CloudAnswer | undefined => {
    const wanted = parseCall(call);
    const detail = wanted && details.get(wanted.name, notBefore);
    if (wanted === undefined || detail === undefined) return undefined;
    const list = wanted.answered.lists === true ? lists.get(wanted.name, notBefore) : undefined;
    const content = wanted.answered.content(detail.xml, wanted.also, list?.xml);
    return content === undefined ? undefined : answerOf(call, content, detail.head, detail.requestId);
  };

  const plan = (call: Call): Plan | undefined => {
    const wanted = parseCall(call);
    if (wanted === undefined) return undefined;
    const item = JSON.stringify([call.action.name, wanted.name, wanted.also]);
    seen.add(item);
    return { group: headersKey(call), item };
  };

  const answers = async (calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>> => {
    const [first] = calls.values();
    const many = seen.size;
    // A second read uses the call itself: a fresh attachment may be missing in the account's details.
    if (first === undefined || many < WORTH || first.session.notBefore() > 0) return new Map();
    const since = youngEnough(first);
    const wanted = [...calls.values()].flatMap((call) => parseCall(call) ?? []);
    const fetch = (listing: Listing<Detail>, names: readonly string[], request: ListRequest): Promise<void> => {
      const enough = (): boolean => names.every((name) => listing.get(name, since) !== undefined);
      const pages = Math.min(MAX_PAGES, Math.ceil(many / WORTH));
      return listing.more({ notBefore: since, pages, enough }, (marker) => {
        const body = new URLSearchParams(marker === undefined ? request.params : { ...request.params, Marker: marker });
        const action = { name: request.action, permissions: [`iam:${request.action}`] };
        return ask(callLike(first, { body: Buffer.from(body.toString()) }, action));
      });
    };
    await Promise.all([
      fetch(
        details,
        wanted.map(({ name }) => name),
        detailsRequest(subject),
      ),
      fetch(
        lists,
        wanted.filter(({ answered }) => answered.lists).map(({ name }) => name),
        listRequest(listed),
      ),
    ]);
    return answersFor(calls, (item, call) => cached(call, item, since));
  };

  const actions = Object.entries(ANSWERED).filter(([, answered]) => answered.subject === subject);
  return { actions: actions.map(([name]) => `iam ${name}`), plan, maxItems: 100, alone: true, cached, answers };
}
