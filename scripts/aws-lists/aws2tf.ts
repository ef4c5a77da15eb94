import { readFileSync } from 'node:fs';

/** A type's entry in aws2tf's table: how it is listed. */
export type Aws2tfEntry = { service: string; operation: string; topKey: string; key: string; id: string };

const ENTRY = /^(aws_\w+)\s*=\s*\{([^}]*)\}/gm;
const CELL = /"(\w+)"\s*:\s*"([^"]*)"/g;

/** Reads `code/fixtf_aws_resources/aws_dict.py` of aws-samples/aws2tf (MIT-0), for comparison. */
export function readAws2tf(path: string): ReadonlyMap<string, Aws2tfEntry> {
  const entries = [...readFileSync(path, 'utf8').matchAll(ENTRY)].map(
    ([, type = '', cells = '']): [string, Aws2tfEntry] => {
      const read = new Map([...cells.matchAll(CELL)].map(([, name = '', value = '']) => [name, value]));
      const operation = (read.get('descfn') ?? '').replaceAll('_', '').toLowerCase();
      return [
        type,
        {
          service: read.get('clfn') ?? '',
          operation,
          topKey: read.get('topkey') ?? '',
          key: read.get('key') ?? '',
          id: read.get('filterid') ?? '',
        },
      ];
    },
  );
  return new Map(entries);
}
