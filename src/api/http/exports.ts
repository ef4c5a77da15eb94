import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Exchange } from './operations.ts';

/** Long, because a slow reader may take its time; a stalled one loses its connection earlier. */
export const MAX_EXPORT_MS = 6 * 3600_000;

/**
 * The body of an export, nothing for HEAD. Makes a page only when the previous one was sent: a slow reader holds one page
 * in memory, not all.
 */
export const streamOf = ({ request }: Exchange, pages: AsyncIterable<string>): Readable =>
  request.method === 'HEAD' ? Readable.from([]) : Readable.from(pages, { highWaterMark: 1 });

/** The successful response of an operation that answers with CSV, with an example of its text. */
export const csvAnswer = (example: string) => ({
  200: {
    description: 'RFC 4180, with a header',
    content: { 'text/csv': { schema: Type.String({ examples: [example] }) } },
  },
});

/** The body of a CSV export, which browsers save as a file of this name. */
export function sendCsv(exchange: Exchange, file: string, pages: AsyncIterable<string>): Readable {
  void exchange.reply.type('text/csv; charset=utf-8');
  void exchange.reply.header('Content-Disposition', `attachment; filename="${file}"`);
  return streamOf(exchange, pages);
}
