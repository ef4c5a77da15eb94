import { networkEstate } from '../../testkit/estate/network/estate.ts';
import { describeParity } from './suite.ts';

await describeParity(networkEstate, '6.x');
