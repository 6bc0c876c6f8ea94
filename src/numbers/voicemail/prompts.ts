/** What voicemail says: the shipped sentences, and the tone behind which a caller speaks. */
import { readOwnFile } from '#core/own-files.ts';
import { readWav } from '../sip/media/wav.ts';

export type Prompts = { readonly greeting: Int16Array; readonly goodbye: Int16Array };

const secondsMax = 10;

/** Made by tools/make-prompts.ts of what stands in prompts/texts.json. */
export async function readPrompts(): Promise<Readonly<Record<'en' | 'fr', Prompts>>> {
  return { en: await promptsOf('en'), fr: await promptsOf('fr') };
}

async function promptsOf(language: 'en' | 'fr'): Promise<Prompts> {
  const [greeting, goodbye] = await Promise.all(
    ['greeting', 'goodbye'].map((name) => readPrompt(`${name}-${language}.wav`)),
  );
  return { greeting: greeting as Int16Array, goodbye: goodbye as Int16Array };
}

async function readPrompt(name: string): Promise<Int16Array> {
  const file = new URL(`../prompts/${name}`, import.meta.url);
  const read = readWav(readOwnFile(file), secondsMax);
  if (!read.ok) throw new Error(`The prompt ${name} is no sound: ${read.refusal}`);
  return read.wav.pcm;
}

const beepHz = 1_000;
const beepMs = 400;
const loudness = 9_000;
/** Its ends are soft, or it would click. */
const rampSamples = 80;

export function beep(): Int16Array {
  const length = beepMs * 8;
  return Int16Array.from({ length }, (_, at) => {
    const ramp = Math.min(1, (at + 1) / rampSamples, (length - at) / rampSamples);
    return Math.round(loudness * ramp * Math.sin((2 * Math.PI * beepHz * at) / 8_000));
  });
}
