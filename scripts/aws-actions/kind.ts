/** Prefixes in the names of read operations; another word follows. */
const READS = /^(Admin(Get|List)|Batch(Describe|Get|List)|Describe|Get|Head|List|Lookup|Search)(?![a-z])/;

/** Actions that read, although their names or the reference of actions do not show it. */
const READS_ALL_THE_SAME: ReadonlySet<string> = new Set([
  'billing:GetResourcePolicy',
  'glue:DescribeConnectionType',
  'glue:ListConnectionTypes',
  'quicksight:DescribeDataSetPermissions',
  'quicksight:DescribeDataSourcePermissions',
  'quicksight:DescribeTopicPermissions',
  'ssm-sap:GetResourcePermission',
  // Providers call it when they plan a change of a state machine; it only checks the definition in the request.
  'states:ValidateStateMachineDefinition',
]);

/**
 * Whether an operation only reads, by its name, its method and the access levels of its actions together. Names alone
 * (`Get`, `List`) would allow `GetFederationToken`, levels alone `StartQuery`. An undefined level is not in the
 * reference.
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
