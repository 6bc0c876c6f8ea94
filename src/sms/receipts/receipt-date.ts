/** When an operator says that something happened: local time without a zone, in the form of a receipt. */

/**
 * YYMMDDhhmm with or without seconds (SMPP 3.4 appendix B), or with all four digits of the year. Twelve digits
 * from 20 on have them too: nothing is reported in the year 2020 any more.
 */
const form = /^(?:20(?=\d{12}$|\d{10}$))?(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/;

/** Undefined without a date or a zone, and for what no calendar has. */
export function receiptInstant(written: string | undefined, zone: string): number | undefined {
  if (written === undefined || zone === '') return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] =
    form.exec(written)?.slice(1).map(Number) ?? [];
  try {
    return Temporal.PlainDateTime.from(
      { year: 2000 + year, month, day, hour, minute, second: second || 0 },
      { overflow: 'reject' },
    ).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}
