const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Whether a text is an RFC 3339 time that a Date and a database can represent: an existing day, no leap second, in UTC
 * not before the year 1.
 */
export function isTime(text: string): boolean {
  const [, year, month, day] = RFC_3339.exec(text) ?? [];
  if (year === undefined) return false;
  const time = new Date(text.toUpperCase());
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1 || time.getUTCFullYear() > 9999) return false;
  // `new Date` reads the 31st of February as the 3rd of March.
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= days || Number(year) < 100;
}
