/** The built-in phones as pages hold them: sound as octets, and a sentence that a phone says in one's place. */
import type { PhoneLinesPorts } from '#api/dashboard/phone-line/handlers.ts';
import type { LineCall } from '#api/dashboard/phone-line/phone-line.ts';
import { readSamples, writeSamples } from '#simulator/phones/phone-call.ts';
import type { Phones } from '#simulator/phones/phones.ts';
import { readSample } from '#simulator/phones/sample.ts';

export function heldPhones(phones: Phones | undefined): PhoneLinesPorts['phones'] {
  if (phones === undefined) return undefined;
  return {
    hold(wish, { tell, heard }): LineCall | string {
      const held = phones.hold(wish, { tell, heard: (pcm) => heard(writeSamples(pcm)) });
      if (typeof held === 'string') return held;
      const { call, over } = held;
      return {
        over,
        decide: (what) => call.decide(what),
        hangUp: (side) => call.hangUp(side),
        take: (side) => call.take(side),
        press: (key) => call.press(key),
        stream: (octets) => call.stream(readSamples(octets)),
        playSample: async (language) => call.play(await readSample(language)),
      };
    },
  };
}
