import { scoped, type Executor, type OrgScope } from '../scope.ts';

/** The keys of the states that the last analyses of an organization found. */
export async function listStateKeys(db: Executor, scope: OrgScope): Promise<string[]> {
  const rows = await scoped(db, scope).select('states').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}
