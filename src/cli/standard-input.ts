/** Standard input, for secrets that should not stand on a command line. */
import type { Readable } from 'node:stream';
import type { Clock } from '#core/clock.ts';

/** Longer than any secret that a command takes. */
const charactersMax = 1_024;
/** Long enough to type the passphrase of whatever writes the secret. */
const waitMs = 120_000;

/** Its text, cut where no secret is so long; undefined for a terminal, where nothing waits to be read. */
export async function readStandardInput(
  stream: Readable & { readonly isTTY?: boolean },
  clock: Clock,
): Promise<string | undefined> {
  if (stream.isTTY === true) return undefined;
  const silence = new Error('Standard input stayed open for two minutes without an end');
  const giveUp = clock.after(waitMs, () => stream.destroy(silence));
  try {
    let text = '';
    stream.setEncoding('utf8');
    for await (const chunk of stream) {
      text += String(chunk);
      if (text.length > charactersMax) break;
    }
    return text.slice(0, charactersMax);
  } finally {
    giveUp.cancel();
  }
}
