import type { CloudAnswer } from '../call/types.ts';
import type { ListingPage } from './listing.ts';
import { responseText } from './requests.ts';
import type { BatchResponse } from './types.ts';
import { all, outer, parseXml, textAt, type Xml } from './xml.ts';

/** The list entry of one role, user, group or policy, with its response. */
export type Detail = { xml: Xml; head: CloudAnswer; requestId: string };

/** A request for one page of a list. */
export type ListRequest = { action: string; params: Record<string, string> };

/** The page size: even with policies of five large versions each, a page stays below the limit for held answers. */
const PAGE = '300';

const Version = '2010-05-08';

export type Subject = 'Role' | 'User' | 'Group' | 'LocalManagedPolicy';

/** Subjects whose details lack fields that their list has. */
export type Listed = 'Role' | 'User';

const DETAILS: Readonly<Record<Subject, readonly [list: string, key: string]>> = {
  Role: ['RoleDetailList', 'RoleName'],
  User: ['UserDetailList', 'UserName'],
  Group: ['GroupDetailList', 'GroupName'],
  LocalManagedPolicy: ['Policies', 'Arn'],
};

function read(response: BatchResponse, result: string, list: string, key: string): ListingPage<Detail> {
  const root = parseXml(responseText(response));
  const requestId = textAt(root, 'ResponseMetadata', 'RequestId') ?? '';
  const head = { ...response.answer, body: Buffer.alloc(0) };
  const items = new Map<string, Detail>();
  for (const member of all(root, [result, list, 'member'])) {
    const name = textAt(member, key);
    // Each member gets its own document, so that a whole page is not held for one member.
    if (name !== undefined) items.set(name, { xml: parseXml(outer(member)), head, requestId });
  }
  const more = textAt(root, result, 'IsTruncated') === 'true';
  return { items, next: more ? textAt(root, result, 'Marker') : undefined };
}

/** Reads a page of the details of all entities of a kind. */
export const readDetails =
  (subject: Subject) =>
  (response: BatchResponse): ListingPage<Detail> =>
    read(response, 'GetAccountAuthorizationDetailsResult', ...DETAILS[subject]);

export function detailsRequest(subject: Subject): ListRequest {
  const action = 'GetAccountAuthorizationDetails';
  return { action, params: { Action: action, Version, 'Filter.member.1': subject, MaxItems: PAGE } };
}

/** Reads a page of fields that the details lack: a role's description and session limit, a password's last use. */
export const readList =
  (subject: Listed) =>
  (response: BatchResponse): ListingPage<Detail> =>
    read(response, `List${subject}sResult`, `${subject}s`, `${subject}Name`);

export function listRequest(subject: Listed): ListRequest {
  const action = `List${subject}s`;
  return { action, params: { Action: action, Version, MaxItems: '1000' } };
}
