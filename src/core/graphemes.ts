/** What readers take for one letter, however many code points it is made of (Unicode Standard Annex 29). */

/** Made with the first text that needs it: with its tables it takes 3 MB. */
let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}
