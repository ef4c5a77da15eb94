/** Names of operations that read begin like this, and go on with another word. */
const READS = /^(Admin(Get|List)|Batch(Describe|Get|List)|Describe|Get|Head|List|Lookup|Search)(?![a-z])/;

/** Actions that read by what they do, but not by their names, or not in the reference of actions. */
const READS_ALL_THE_SAME: ReadonlySet<string> = new Set([
  'billing:GetResourcePolicy',
  'glue:DescribeConnectionType',
  'glue:ListConnectionTypes',
  'quicksight:DescribeDataSetPermissions',
  'quicksight:DescribeDataSourcePermissions',
  'quicksight:DescribeTopicPermissions',
  'ssm-sap:GetResourcePermission',
  // Asked when a change of a state machine is planned; it looks at the definition in the request only.
  'states:ValidateStateMachineDefinition',
]);

/**
 * Whether an operation reads, as its name, its method and the access levels of its actions say together: `Get`, `List` and
 * the like alone would let `GetFederationToken` through, and the level alone `StartQuery`. Level undefined: not in the reference.
 */
export function isRead(
  name: string,
  method: string,
  actions: readonly string[],
  level: (action: string) => string | undefined,
): boolean {
  if (actions.length > 0 && actions.every((action) => READS_ALL_THE_SAME.has(action))) return true;
  if (!READS.test(name) || !['GET', 'HEAD', 'POST'].includes(method)) return false;
  return actions.every((action) => ['List', 'Read', undefined].includes(level(action)));
}
