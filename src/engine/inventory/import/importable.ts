import { entryOf } from '../../../clouds/clouds.ts';
import type { WrittenResource } from '../../model/configuration.ts';
import { OPEN_CLASSES, type UnmanagedObject } from '../../model/inventory.ts';

/** The properties of an object that its configuration depends on. */
export type ImportedObject = Pick<
  UnmanagedObject,
  'type' | 'service' | 'account_id' | 'region' | 'cloud_id' | 'name' | 'import'
>;

/** An object with its proven configuration. */
export type Importable<Imported extends ImportedObject = ImportedObject> = {
  object: Imported;
  written: WrittenResource;
};

/** True if the configuration of an object's parent contains the object. Then it is not imported a second time. */
const isInParent = ({ type, parent }: UnmanagedObject): boolean =>
  (entryOf(parent?.type ?? '')?.overlaps ?? []).some(({ children }) => children.some((one) => one.type === type));

/** True for the objects to import: open objects and their parts. */
export const isImportable = (object: UnmanagedObject): boolean =>
  OPEN_CLASSES.includes(object.class) || (object.class === 'follows' && !isInParent(object));

/** The texts that `--match` tests: parts of the address, ids, names and tags. */
export const textsOf = ({ type, cloud_id: id, name = '', tags, parent }: UnmanagedObject): string[] => [
  type,
  id,
  name,
  `${type}.${name}`,
  ...(parent ? [parent.id] : []),
  ...Object.entries(tags).map(([key, one]) => `${key}=${one}`),
];
