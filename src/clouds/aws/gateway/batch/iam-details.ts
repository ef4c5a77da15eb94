import type { CloudAnswer } from '../call/types.ts';
import type { ListingPage } from './listing.ts';
import { responseText } from './requests.ts';
import type { BatchResponse } from './types.ts';
import { all, outer, parseXml, textAt, type Xml } from './xml.ts';

/** The list entry of one role, user, group or policy, with its response. */
export type Detail = { xml: Xml; head: CloudAnswer; requestId: string };

/** A request for one page of a list. */
export type ListRequest = { action: string; params: Record<string, string> };

/** A page with policies that have five large versions each stays below what is held of an answer. */
const PAGE = '300';

const Version = '2010-05-08';

export type Subject = 'Role' | 'User' | 'Group' | 'LocalManagedPolicy';

/** Those whose details leave something out. */
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
    // Each in a document of its own, so that a page does not stay whole for one that is left of it.
    if (name !== undefined) items.set(name, { xml: parseXml(outer(member)), head, requestId });
  }
  const more = textAt(root, result, 'IsTruncated') === 'true';
  return { items, next: more ? textAt(root, result, 'Marker') : undefined };
}

/** Reads the details of all of them by one action. */
export const readDetails =
  (subject: Subject) =>
  (response: BatchResponse): ListingPage<Detail> =>
    read(response, 'GetAccountAuthorizationDetailsResult', ...DETAILS[subject]);

export function detailsRequest(subject: Subject): ListRequest {
  const action = 'GetAccountAuthorizationDetails';
  return { action, params: { Action: action, Version, 'Filter.member.1': subject, MaxItems: PAGE } };
}

/** Reads the fields that the details lack: a role's description and longest session, when a user's password was used. */
export const readList =
  (subject: Listed) =>
  (response: BatchResponse): ListingPage<Detail> =>
    read(response, `List${subject}sResult`, `${subject}s`, `${subject}Name`);

export function listRequest(subject: Listed): ListRequest {
  const action = `List${subject}s`;
  return { action, params: { Action: action, Version, MaxItems: '1000' } };
}
