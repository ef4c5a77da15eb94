import { newId } from '../src/base/ids.ts';
import type { NewUnmanagedObject } from '../src/store/queries/unmanaged-objects.ts';

/** The row of an object that no state has, as an inventory stores it. */
export function unmanagedRow(
  type: string,
  name: string,
  more: Partial<NewUnmanagedObject> = {},
): NewUnmanagedObject & { id: string } {
  const at = new Date();
  return {
    id: newId('obj'),
    identity: `${type} ${name}`,
    provider: 'registry.terraform.io/hashicorp/aws',
    account_id: '123456789012',
    region: 'us-east-1',
    type,
    service: 'sqs',
    cloud_id: `arn:aws:sqs:us-east-1:123456789012:${name}`,
    name,
    class: 'unmanaged',
    severity: 'low',
    severity_rule: 'unmanaged',
    severity_reason: 'no state has it',
    tags: '{}',
    first_seen_at: at,
    last_seen_at: at,
    seen_by: newId('an'),
    in_baseline: false,
    import: JSON.stringify({ id: name }),
    import_status: 'none',
    ...more,
  };
}
