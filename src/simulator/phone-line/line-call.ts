/** A call of the built-in phones as a page holds it: sound as octets, and a sentence said in one's place. */
import { readSamples, writeSamples } from '../phones/phone-call.ts';
import type { Phones } from '../phones/phones.ts';
import { readSample } from '../phones/sample.ts';
import type { CallWish, LineCall, LineHolder } from './phone-line.ts';

/** Begins one; why not, where it cannot. */
export function holdCall(
  wish: CallWish,
  { tell, heard }: LineHolder,
  phones: Pick<Phones, 'hold'>,
): LineCall | string {
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
}
