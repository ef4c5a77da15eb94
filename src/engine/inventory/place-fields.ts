import type { ListPlace } from '../../clouds/contract/inventory.ts';

/** A location in the fields of the plain data, which leave out what is unknown. */
export const placeFields = ({ account, region }: ListPlace): { account_id?: string; region?: string } => ({
  ...(account !== null && { account_id: account }),
  ...(region !== null && { region }),
});
