/** Who the audit names for what is done on a page. */
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { SignedIn } from '#core/signed-in.ts';

export function authorOf(
  { who }: { readonly who: Pick<SignedIn, 'email'> },
  clock: Pick<Clock, 'nowMs'>,
): Author {
  return { actor: who.email, atMs: clock.nowMs() };
}
