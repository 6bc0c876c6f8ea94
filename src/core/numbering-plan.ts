/** What the phone library's metadata says of each calling code, laid out for a look-up on a hot path. */
import { getCountries, Metadata } from 'libphonenumber-js/max';

export type NumberingPlan = {
  readonly callingCode: string;
  /** Lengths of a national number that every country of the calling code has, and that any has. */
  readonly commonLengths: ReadonlySet<number>;
  readonly anyLengths: ReadonlySet<number>;
  /** What may stand before a national number: the trunk prefix, in some countries with a carrier code. */
  readonly prefix: RegExp | undefined;
  /** The prefix where it is always the same digits. */
  readonly trunkPrefix: string | undefined;
  /** What is dialled before a calling code. */
  readonly exitPrefix: RegExp | undefined;
  readonly nationalNumber: RegExp;
};

/** The part of the library's metadata reader that its own types leave out. */
type MetadataReader = {
  selectNumberingPlan(countryOrCallingCode: string): void;
  hasCallingCode(callingCode: string): boolean;
  getCountryCodesForCallingCode(callingCode: string): readonly string[] | undefined;
  readonly numberingPlan: {
    callingCode(): string;
    possibleLengths(): readonly number[];
    nationalNumberPattern(): string;
    nationalPrefixForParsing(): Pattern;
    IDDPrefix(): Pattern;
  };
};

/** The library marks what a country lacks with any of these. */
type Pattern = string | 0 | null | undefined;

const reader = new Metadata() as unknown as MetadataReader;

const callingCodes = Array.from({ length: 999 }, (_, index) => String(index + 1)).filter((code) =>
  reader.hasCallingCode(code),
);

const plansByCallingCode = new Map(callingCodes.map((code) => [code, readPlan(code)]));
const plansByCountry = new Map<string, NumberingPlan>(
  getCountries().map((country) => [country, readPlan(country)]),
);

export function planOfCountry(country: string): NumberingPlan | undefined {
  return plansByCountry.get(country);
}

/** The plan that digits in international form belong to: no calling code is the start of another. */
export function planOfNumber(digits: string): NumberingPlan | undefined {
  return (
    plansByCallingCode.get(digits.slice(0, 1)) ??
    plansByCallingCode.get(digits.slice(0, 2)) ??
    plansByCallingCode.get(digits.slice(0, 3))
  );
}

/** The country that a calling code is known for: US for 1; undefined for satellites and free phones. */
export function mainCountryOf(callingCode: string): string | undefined {
  return reader.getCountryCodesForCallingCode(callingCode)?.[0];
}

function readPlan(countryOrCallingCode: string): NumberingPlan {
  reader.selectNumberingPlan(countryOrCallingCode);
  const plan = reader.numberingPlan;
  const callingCode = plan.callingCode();
  const prefix = plan.nationalPrefixForParsing();
  return {
    callingCode,
    prefix: startingWith(prefix),
    trunkPrefix: /^\d+$/.exec(prefix || '')?.[0],
    exitPrefix: startingWith(plan.IDDPrefix()),
    nationalNumber: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
    // Last, because it has the reader select other plans.
    ...lengthsOf(callingCode),
  };
}

function startingWith(pattern: Pattern): RegExp | undefined {
  return pattern ? new RegExp(`^(?:${pattern})`) : undefined;
}

function lengthsOf(callingCode: string): Pick<NumberingPlan, 'commonLengths' | 'anyLengths'> {
  // Satellites and free phones have no country, and their plan is the calling code's own.
  const owners = reader.getCountryCodesForCallingCode(callingCode) ?? [callingCode];
  const lengths = owners.map((owner) => {
    reader.selectNumberingPlan(owner);
    return new Set(reader.numberingPlan.possibleLengths());
  });
  const anyLengths = new Set(lengths.flatMap((ofCountry) => [...ofCountry]));
  const commonLengths = new Set(
    [...anyLengths].filter((length) => lengths.every((ofCountry) => ofCountry.has(length))),
  );
  return { commonLengths, anyLengths };
}
