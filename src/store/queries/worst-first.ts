import { sql } from 'kysely';
import { SEVERITIES } from '../../engine/model/analysis.ts';

/** Orders incidents by severity, the worst first. */
export const worstFirst = sql`array_position(${[...SEVERITIES]}::text[], severity)`;
