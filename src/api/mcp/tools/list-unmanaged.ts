import { Type } from 'typebox';
import { plural } from '../../../base/plural.ts';
import { listUnmanaged } from '../../../services/inventory/objects.ts';
import { present } from '../../../texts/present.ts';
import { Nullable, PageFields, Strict } from '../../schemas/common.ts';
import { OrgQuery } from '../../schemas/incident.ts';
import { InventoryRun, ObjectFilters, UnmanagedObject } from '../../schemas/inventory.ts';
import { clip, clipped } from './brief.ts';
import { defineTool } from './tool.ts';

const LENGTHS = { cloud_id: 500, name: 300, severity_reason: 200, owner: 200 };
const TAGS = 20;

const { class: kind, type, service, account, region, severity_at_least, seen, q } = ObjectFilters;

export const listUnmanagedTool = defineTool({
  name: 'list_unmanaged',
  title: 'What is in the cloud and in no Terraform state?',
  description: `Lists objects of the cloud that no Terraform state has, as the latest inventory saw them, the worst first: those that were added to managed resources (class added) and those of their own (class unmanaged). Call it before you create a resource that may exist already, and when you look for what was made by hand. Narrow it with "type", "service", "class" or "q". GET /api/v1/orgs/{org_id}/inventory/objects/{id} of the API has the import block and the configuration of one.`,
  input: Strict({
    class: kind,
    type,
    service,
    account,
    region,
    severity_at_least,
    seen,
    q,
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'How many objects at most' }),
    cursor: PageFields.cursor,
    ...OrgQuery.properties,
  }),
  output: Type.Object({
    inventory: Nullable(InventoryRun),
    total: Type.Integer({ minimum: 0, description: 'Objects that fit, on all pages' }),
    objects: Type.Array(UnmanagedObject),
    next_cursor: Nullable(Type.String({ description: 'Give it as cursor to go on; null at the end' })),
  }),
  async call(ctx, input) {
    const { latest, total, items, next } = await listUnmanaged(ctx, { class: 'open', ...input });
    const objects = items.map((one) => ({
      ...clipped([one], LENGTHS)[0]!,
      tags: Object.fromEntries(
        Object.entries(one.tags)
          .slice(0, TAGS)
          .map(([key, value]) => [clip(key, 128), clip(value, 256)]),
      ),
    }));
    return {
      data: { inventory: latest ?? null, total, objects, next_cursor: next ?? null },
      headline: present(
        latest
          ? `By the inventory of ${latest.analysis_id} (${latest.status}): ${plural(total, 'object')} fit, ${objects.length} shown, the worst first.`
          : 'No inventory has ended yet, so nothing is known of unmanaged objects.',
        latest?.at_most && 'States could not be read: what they manage may be among these.',
        latest?.error?.code === 'nothing_listed'
          ? latest.error.detail
          : latest?.at_least && 'Some types or objects could not be read: there may be more.',
        next !== undefined && `More: call list_unmanaged again with the same arguments and cursor "${next}".`,
      ).join(' '),
      lines: objects.map(
        ({ severity, class: of, type: resource, cloud_id: id, parent, severity_reason: why, id: own }) =>
          `[${severity}] ${of} ${resource} ${id}${parent ? ` of ${clip(parent.resource ?? parent.id, 200)}` : ''}: ${why} (${own})`,
      ),
    };
  },
});
