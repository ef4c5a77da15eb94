import type { AfterIncident } from '../../store/queries/incidents.ts';
import type { CursorFormat } from '../base/paging.ts';

const POSITION = /^([0-9]{4})-([0-9]{2})-([0-9]{2}):([A-Za-z0-9][A-Za-z0-9._:-]{0,99})$/;

/** The cursors of lists of incidents, which begin with the latest. */
export const byDate = <Row extends AfterIncident>(): CursorFormat<Row, AfterIncident> => ({
  write: ({ date, id }) => `${date}:${id}`,
  read(text) {
    const [, year, month, day, id] = POSITION.exec(text) ?? [];
    if (id === undefined) return undefined;
    // Days that no month has are valid positions: they count on into the next one.
    const date = new Date(0);
    date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    return { date: date.toISOString().slice(0, 10), id };
  },
});
