import { readFileSync } from 'node:fs';
import { isObject } from '../../../base/json.ts';
import {
  eachCandidate,
  notListed,
  type Candidate,
  type InventoryLister,
  type ListableType,
  type ListParent,
  type ListPlace,
  type ListRequest,
} from '../../contract/inventory.ts';
import type { Gateway, SessionHandle } from '../gateway/call/types.ts';
import { elementsOf, fill, holds, type Element } from './elements.ts';
import type { ListFailure } from './outcome.ts';
import { pagesOf } from './pages.ts';
import { choicesOf } from './request.ts';
import { readLists, type ListedResource } from './table.ts';

/** A line of the table that is no type of the provider: the resources of each stack. */
const STACK_RESOURCE = 'aws_cloudformation_stack_resource';
const STACK = 'aws_cloudformation_stack';

const LISTS = new URL('../../../../assets/aws/lists.txt', import.meta.url);

let shared: ReadonlyMap<string, ListedResource> | undefined;
/** The table in assets/aws/lists.txt, read once: each location has a lister of its own. */
const sharedLists = () => (shared ??= readLists(readFileSync(LISTS, 'utf8')));

export type AwsListerOptions = {
  gateway: Pick<Gateway, 'ask'>;
  /** The session of an account; undefined without credentials for it. */
  sessionFor: (account: string | null) => SessionHandle | undefined;
  /** The region for calls to global services, whose location has none. Default: `us-east-1`. */
  region?: string;
  /** A table of lists that replaces assets/aws/lists.txt. */
  table?: string;
};

/** Lists AWS's resource types by operations of its services. The table in assets/aws/lists.txt names the operations. */
export function createAwsLister(options: AwsListerOptions): InventoryLister {
  const own = options.table === undefined ? undefined : readLists(options.table);
  const table = () => own ?? sharedLists();
  const lister: InventoryLister = {
    types: async () =>
      new Map(
        [...table()]
          .filter(([type]) => type !== STACK_RESOURCE)
          .map(([type, resource]) => [type, listableOf(resource)]),
      ),
    async *owned(place, signal) {
      const stacks: ListParent[] = [];
      await eachCandidate(lister.list({ type: STACK, place }, signal), ({ ids, element }) => {
        if (isObject(element) && element.StackStatus !== 'DELETE_COMPLETE') stacks.push({ type: STACK, ids });
      });
      const resources = lister.list({ type: STACK_RESOURCE, place, parents: stacks }, signal);
      for await (const { ids, element, parent } of resources) {
        // `AWS::SQS::Queue`
        const whole = isObject(element) && typeof element.ResourceType === 'string' ? element.ResourceType : '';
        const [, service = '', kind = ''] = whole.split('::');
        const stack = parent?.id.split('/')[1] ?? '';
        if (ids.importId !== undefined)
          yield { id: ids.importId, service, kind, owner: `CloudFormation stack ${stack}` };
      }
    },
    async *list(request, signal = new AbortController().signal) {
      const resource = table().get(request.type);
      if (resource === undefined) return notListed(request, 'no_list');
      if (resource.isExpensive && request.withExpensive !== true) return notListed(request, 'expensive');
      if (resource.parent !== undefined && request.parents === undefined) return notListed(request, 'needs_parent');
      const session = options.sessionFor(request.place.account);
      if (session === undefined) return notListed(request, 'failed', 'There are no credentials for this account.');
      const region = request.place.region ?? options.region ?? 'us-east-1';
      const asking = { gateway: options.gateway, session, region, signal };
      let calls = 0;
      const listing = listWith(resource, request, (given) => pagesOf(resource.operation, given, asking, () => calls++));
      const failure = yield* listing;
      if (failure !== undefined) return notListed(request, failure.reason, failure.detail, calls);
      return { type: request.type, ...request.place, calls, state: 'listed' };
    },
  };
  return lister;
}

function listableOf({ type, operation, isGlobal, parent, isExpensive }: ListedResource): ListableType {
  return {
    type,
    by: 'operation',
    scope: isGlobal ? 'global' : 'regional',
    isExpensive,
    operation: `${operation.service.id}:${operation.name}`,
    ...(parent && { parent: parent.type }),
  };
}

type Ask = (given: { parent?: string; choice?: string | undefined }) => ReturnType<typeof pagesOf>;

/** Lists a type for each parent and each alternative; stops at the first failure, which it returns. */
async function* listWith(
  resource: ListedResource,
  { place, parents }: ListRequest,
  ask: Ask,
): AsyncGenerator<Candidate, ListFailure | undefined, undefined> {
  const { parent, operation } = resource;
  const given = parent === undefined ? [undefined] : distinct(parents ?? [], parent.by);
  for (const id of given)
    for (const choice of choicesOf(operation)) {
      const pages = ask({ choice, ...(id !== undefined && { parent: id }) });
      for (;;) {
        const page = await pages.next();
        if (page.done && page.value === undefined) break;
        if (page.done) return page.value;
        const elements = elementsOf(page.value, resource.path)?.filter(
          (one) => resource.where === undefined || holds(resource.where, one),
        );
        const candidates = elements?.map((element) => candidateOf(resource, place, element, id));
        if (candidates === undefined || candidates.includes(undefined)) return unknownShape(resource);
        yield* candidates.filter((one) => one !== undefined);
      }
    }
  return undefined;
}

const distinct = (parents: readonly ListParent[], by: 'importId' | 'arn' | 'name'): string[] => [
  ...new Set(parents.map(({ ids }) => ids[by]).filter((id) => id !== undefined)),
];

const unknownShape = ({ operation, path }: ListedResource): ListFailure => ({
  reason: 'unknown_shape',
  detail: `The answer to ${operation.service.id}:${operation.name} has no ids at ${path.join('.')}.`,
});

/** Converts an element of a list to a candidate; undefined if the element lacks its id. */
function candidateOf(
  resource: ListedResource,
  place: ListPlace,
  element: Element,
  argument: string | undefined,
): Candidate | undefined {
  const importId = fill(resource.importId, element, argument);
  if (importId === undefined) return undefined;
  const arn = resource.arn && fill(resource.arn, element, argument);
  const name = resource.name && fill(resource.name, element, argument);
  const region = (resource.region && fill(resource.region, element, argument)) ?? place.region;
  return {
    type: resource.type,
    account: place.account,
    region,
    ids: { importId, ...(arn !== undefined && { arn }), ...(name !== undefined && { name }) },
    ...(argument !== undefined && resource.parent && { parent: { type: resource.parent.type, id: argument } }),
    element: element.value,
  };
}
