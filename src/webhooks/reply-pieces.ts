/** Cuts a long text into the pieces that one webhook each carries. */
import { graphemesOf } from '#core/graphemes.ts';

/** Interface §6.2: code points, as the tables of receivers count them. */
export const charactersMax = 160;

/** Joined they are the text. No grapheme is cut, but one that is longer than a piece. */
export function cutIntoPieces(text: string): readonly string[] {
  // UTF-16 units are never fewer than code points: most texts need no closer look.
  if (text.length <= charactersMax || countCharacters(text) <= charactersMax) return [text];
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of graphemesOf(text)) {
    for (const unit of countCharacters(segment) > charactersMax ? segment : [segment]) {
      const characters = countCharacters(unit);
      if (used + characters > charactersMax) {
        pieces.push(piece);
        piece = '';
        used = 0;
      }
      piece += unit;
      used += characters;
    }
  }
  return [...pieces, piece];
}

function countCharacters(text: string): number {
  return text.length === 1 ? 1 : Array.from(text).length;
}
