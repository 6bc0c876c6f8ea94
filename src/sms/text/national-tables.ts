/** National language tables (3GPP TS 23.038 annex A) of the languages that operators carry: 1 Turkish, 2 Spanish, 3 Portuguese. */

export type NationalLanguage = 'turkish' | 'spanish' | 'portuguese';

const numbers: Record<NationalLanguage, number> = { turkish: 1, spanish: 2, portuguese: 3 };

/** Those whose tables are here, by the numbers of annex A. */
export const languages: readonly number[] = Object.values(numbers);

export function languageOf(language: NationalLanguage): number {
  return numbers[language];
}

/** Annex A.3: in place of the default alphabet. The escape keeps its place. */
const lockingTables: ReadonlyMap<number, string> = new Map([
  [
    1,
    [
      '@£$¥€éùıòÇ\nĞğ\rÅå',
      'Δ_ΦΓΛΩΠΨΣΘΞ\u001bŞşßÉ',
      ' !"#¤%&\'()*+,-./',
      '0123456789:;<=>?',
      'İABCDEFGHIJKLMNO',
      'PQRSTUVWXYZÄÖÑÜ§',
      'çabcdefghijklmno',
      'pqrstuvwxyzäöñüà',
    ].join(''),
  ],
  [
    3,
    [
      '@£$¥êéúíóç\nÔô\rÁá',
      'Δ_ªÇÀ∞^\\€Ó|\u001bÂâÊÉ',
      ' !"#º%&\'()*+,-./',
      '0123456789:;<=>?',
      'ÍABCDEFGHIJKLMNO',
      'PQRSTUVWXYZÃÕÚÜ§',
      '~abcdefghijklmno',
      'pqrstuvwxyzãõ`üà',
    ].join(''),
  ],
]);

/** Annex A.2: what each adds to the default extension. */
const singleShiftTables: ReadonlyMap<number, ReadonlyMap<number, string>> = new Map([
  [1, shifts('GĞIİSŞcçgğiısş')],
  [2, shifts('\tçAÁIÍOÓUÚaáiíoóuú')],
  [
    3,
    shifts(
      '\u0005ê\tç\u000bÔ\fô\u000eÁ\u000fá\u0012Φ\u0013Γ\u0015Ω\u0016Π\u0017Ψ\u0018Σ\u0019Θ\u001fÊ' +
        'AÀIÍOÓUÚ[Ã\\ÕaÂiíoóuú{ã|õ\u007fâ',
    ),
  ],
]);

export function lockingTable(language: number | undefined): string | undefined {
  return language === undefined ? undefined : lockingTables.get(language);
}

export function singleShiftTable(
  language: number | undefined,
): ReadonlyMap<number, string> | undefined {
  return language === undefined ? undefined : singleShiftTables.get(language);
}

/** Pairs: the septet, as the ASCII character of that number, and what it shows. */
function shifts(pairs: string): ReadonlyMap<number, string> {
  const table = new Map<number, string>();
  for (let at = 0; at < pairs.length; at += 2)
    table.set(pairs.charCodeAt(at), pairs.charAt(at + 1));
  return table;
}
