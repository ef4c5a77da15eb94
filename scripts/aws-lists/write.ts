import { compareTexts } from '../../src/base/compare.ts';
import { isGlobal } from '../../src/clouds/aws/catalog/places.ts';
import type { Choice } from './choose.ts';
import { EXPENSIVE, WHERE } from './reviewed.ts';

const HEADER = `# How the objects of AWS's resource types are listed. Written by scripts/aws-lists.ts; the format is in README.md beside it.
`;
/** Types whose list covers all regions, although their service is regional. */
const OF_ALL_REGIONS: ReadonlySet<string> = new Set(['aws_s3_bucket']);

/** The choice for a type. `isProven`: the provider imported and read objects by its ids. */
export type Line = Choice & { isProven: boolean };

function lineOf({ match, agreed, parent, isProven }: Line): string {
  const { type, path, importId, arn, name } = match;
  const options = [
    arn === undefined ? '' : `arn=${arn}`,
    name === undefined ? '' : `name=${name}`,
    WHERE[type] === undefined ? '' : `where=${WHERE[type]}`,
    parent === undefined ? '' : `parent=${parent.type}.${parent.by}`,
    isGlobal(type) || OF_ALL_REGIONS.has(type) ? 'global' : '',
    EXPENSIVE.has(type) ? 'expensive' : '',
    isProven ? 'proven' : '',
    agreed ? 'agreed' : '',
  ];
  return ['', type, path, importId, ...options.filter((one) => one !== '')].join('\t');
}

/** Formats the table, sorted by service and operation. */
export function tableOf(lines: readonly Line[]): string {
  const draftOf = (line: Line) => line.match.answered.draft;
  const services = Map.groupBy(lines, (line) => draftOf(line).serviceLine);
  const sections = [...services]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([service, ofService]) => {
      const operations = Map.groupBy(ofService, (line) => draftOf(line).operationLine);
      const listed = [...operations]
        .toSorted(([a], [b]) => compareTexts(a, b))
        .map(([operation, types]) => [operation, ...types.map(lineOf).toSorted(compareTexts)].join('\n'));
      return [service, ...listed].join('\n');
    });
  return `${HEADER}${sections.join('\n')}\n`;
}
