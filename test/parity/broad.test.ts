import { broadEstate } from '../../testkit/estate/broad/estate.ts';
import { describeParity } from './suite.ts';

await describeParity(broadEstate);
