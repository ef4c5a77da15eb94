const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
/** `27 Nov`, for a day in UTC. */
export const nameOfDay = (day: string): string => dayName.format(new Date(`${day}T00:00:00Z`));
