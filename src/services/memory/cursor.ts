import type { AfterIncident } from '../../store/queries/incidents.ts';
import type { CursorFormat } from '../base/paging.ts';

const POSITION = /^(?:([1-6])\.)?([0-9]{4})-([0-9]{2})-([0-9]{2}):([A-Za-z0-9][A-Za-z0-9._:-]{0,99})$/;

/** The cursors of lists of incidents by date; `ranked`: of lists by severity and then date. */
export const byDate = <Row extends AfterIncident>(ranked = false): CursorFormat<Row, AfterIncident> => ({
  write: ({ date, id, rank }) => `${ranked && rank !== undefined ? `${rank}.` : ''}${date}:${id}`,
  read(text) {
    const [, rank, year, month, day, id] = POSITION.exec(text) ?? [];
    if (id === undefined) return undefined;
    // Days that a month does not have are valid positions: they continue into the next month.
    const date = new Date(0);
    date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    return { date: date.toISOString().slice(0, 10), id, ...(rank !== undefined && { rank: Number(rank) }) };
  },
});
