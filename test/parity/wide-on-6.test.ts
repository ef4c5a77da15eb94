import { wideEstate } from '../../testkit/estate/wide/estate.ts';
import { describeParity } from './suite.ts';

await describeParity(wideEstate, '6.x');
