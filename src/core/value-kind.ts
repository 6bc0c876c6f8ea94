/** Kinds of values that people write in settings and commands: how each reads, and what it must be. */
import { planOfCountry } from './numbering-plan.ts';

export type ValueKind<Value> = {
  /** What a value must be, as the end of a sentence: "a whole number from 1 to 32". */
  readonly form: string;
  readonly read: (text: string) => Value | undefined;
};

export function wholeNumber(min: number, max: number): ValueKind<number> {
  return {
    form: `a whole number from ${min} to ${max}`,
    read(text) {
      if (!/^\d{1,15}$/.test(text)) return undefined;
      const value = Number(text);
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function oneOf<const Word extends string>(...words: readonly Word[]): ValueKind<Word> {
  return {
    form: words.join(', ').replace(/, (?=[^,]*$)/, ' or '),
    read: (text) => words.find((word) => word === text),
  };
}

/** One line of text that people read: no control characters, nothing but blanks is nothing. */
export function line(charactersMax: number): ValueKind<string> {
  return {
    form: `one line of 1 to ${charactersMax} characters`,
    read: (text) =>
      text.trim() !== '' && text.length <= charactersMax && !/\p{Cc}/u.test(text)
        ? text.trim()
        : undefined,
  };
}

/** What a C-octet string of SMPP holds in front of its NUL. */
export function octets(min: number, max: number): ValueKind<string> {
  return {
    form: `${min} to ${max} ASCII characters`,
    read: (text) =>
      text.length >= min && text.length <= max && /^[\x20-\x7e]*$/.test(text) ? text : undefined,
  };
}

/** RFC 1123 §2.1; a last label of digits is an address gone wrong. */
const hostNameForm = /^(?=.{1,253}$)(?!.*(?:^|\.)\d+$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i;

export function isHostName(text: string): boolean {
  return hostNameForm.test(text);
}

/** ISO 3166, of the countries that have telephone numbers. */
export const countryCode: ValueKind<string> = {
  form: 'a country code of two letters, such as FR',
  read(text) {
    const code = text.toUpperCase();
    return planOfCountry(code) === undefined ? undefined : code;
  },
};

/** IANA name or an offset, spelled as the calendar knows it. */
export const timeZone: ValueKind<string> = {
  form: 'a time zone, such as Europe/Paris or +02:00',
  read(text) {
    try {
      return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
    } catch {
      return undefined;
    }
  },
};

/** The same without offsets, which know no summer time; such as people choose for themselves. */
export const namedTimeZone: ValueKind<string> = {
  form: 'the name of a time zone, such as Europe/Paris',
  read: (text) => (/^[+-]/.test(text) || text.length > 64 ? undefined : timeZone.read(text)),
};

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217. */
export const currencyCode: ValueKind<string> = {
  form: 'a currency code of three letters, such as EUR',
  read(text) {
    const code = text.toUpperCase();
    return currencies.has(code) ? code : undefined;
  },
};
